/** What people read about support access. Source: spec 000, section 8, where it has words. */
export const SUPPORT_MESSAGES = {
  granted: "Thank you for granting us access to your account!",
  linkInvalid: "This link has expired, was used before, or is not for this account. Ask support for a new one.",
  reasonMissing: "Say why in 10 to 500 characters. The owner reads it.",
  ownAccount: "This is your own account.",
  signedInOnly: "Only somebody who is signed in with a browser can do this.",
  notStaff: "Only people from support can do this.",
  notGranted: "The owner has not let you in, or has ended it.",
  noSuchGrant: "There is no such access any more.",
  visitEnded: "You have left the account.",
  /** The same for every address. */
  asked: "If this address has an account, its owner was asked. The account appears below once they let you in.",
  notBySupport: "You are signed in for support, so you can look and use, but not change this.",
} as const;
