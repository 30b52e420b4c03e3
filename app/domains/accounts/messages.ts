/** What people read about their account, to the letter where the specification has words for it (spec 000, sections 5 and 8). */
const PASSWORD_PREFIX = "Your password doesn't meet our security requirements.";

export const MESSAGES = {
  passwordNeedsNumber: `${PASSWORD_PREFIX} Your password must contain a number.`,
  passwordNeedsLetter: `${PASSWORD_PREFIX} Your password must contain a letter.`,
  passwordNeedsSpecialCharacter: `${PASSWORD_PREFIX} Your password must contain a special character.`,
  passwordTooShort: `${PASSWORD_PREFIX} Your password must be more than 8 characters long.`,
  passwordTooLong: `${PASSWORD_PREFIX} Your password must be at most 256 characters long.`,
  passwordsDiffer: "Your passwords do not match.",
  emailInvalid: "Enter an e-mail address, like name@example.com.",
  passwordMissing: "Enter your password.",
  signInRefused: "The e-mail address or the password is not right.",
  tooManyAttempts: "Too many attempts, please try again in a few minutes.",
  emailVerified: "Email verified successfully! Please sign back in to continue.",
  passwordChanged: "You have successfully changed your password, you can now sign in.",
  linkExpired: "An error occurred, your link is either expired or invalid, please request another password change.",
  verificationMailFailed: "An error occured while sending the verification email.",
  passwordMailFailed: "An error occurred while requesting the password change.",
  somethingWentWrong: "Something went wrong, please try again later.",
  pageOutOfDate: "This page was out of date. Nothing was changed; please try again.",
} as const;
