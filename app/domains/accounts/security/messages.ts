/** What people read about factors, passkeys, confirmations and sessions. Source: spec 000, section 8, where it has words. */
export const SECURITY_MESSAGES = {
  confirmFirst: "Confirm that it is you, then this will be done.",
  signInToConfirm: "Only somebody who is signed in with a browser can do this.",
  passwordWrong: "This is not your password.",
  wayNotOffered: "Your account has a second factor or a passkey: confirm with that one.",
  codeWrong: "This code is not right. Enter the newest one.",
  codeExpired: "This code has expired or was tried too often. Ask for a new one.",
  mailedCodeInvalid: "This link has expired, was used before, or was opened in another browser. Ask for a new one.",
  emailAccessVerified: "Email access verified. Please try the action again.",
} as const;
