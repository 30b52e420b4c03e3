import { nameRefusal } from "../../../lib/given-name";
import { PASSKEY_NAME_MAX_CHARACTERS } from "../name-lengths";
/** What people read about factors, passkeys, confirmations and sessions. Source: spec 000, section 8, where it has words. */
export const SECURITY_MESSAGES = {
  confirmFirst: "Confirm that it is you, then this will be done.",
  signInToConfirm: "Only somebody who is signed in with a browser can do this.",
  passwordWrong: "This is not your password.",
  oldPasswordMissing: "Enter your old password. If you do not know it, choose a new one by mail.",
  wayNotOffered: "Your account cannot be confirmed this way. Choose another one.",
  codeWrong: "This code is not right. Enter the newest one.",
  codeExpired: "This code has expired or was tried too often. Ask for a new one.",
  mailedCodeInvalid: "This link has expired, was used before, or was opened in another browser. Ask for a new one.",
  totpExists: "You have an authenticator app already. Remove it before you add another one.",
  smsExists: "You have a telephone already. Remove it before you add another one.",
  setUpAgain: "This set-up is over. Begin again.",
  phoneInvalid: "Enter a telephone number with its country code, like +1 555 0100.",
  noSuchFactor: "This is not set up any more. It may have been removed in another window.",
  backupCodeNeedsFactor: "A backup code stands in for a second factor: set one up first.",
  backupCodeWrong: "This is not your backup code.",
  signInAgain: "This took too long, or there were too many wrong codes. Sign in again.",
  passkeyNameInvalid: nameRefusal("the passkey", PASSKEY_NAME_MAX_CHARACTERS),
  passkeyNotMade: "The passkey could not be added. Try again.",
  passkeyRefused: "This passkey was not accepted. Try again, or use another way.",
  noSuchSession: "This session has ended already.",
  noSuchPasskey: "There is no such passkey. It may have been removed in another window.",
  tooManyPasskeys: "You have 20 passkeys, which is the most there can be. Remove one first.",
  endedMeanwhile: "You were signed out meanwhile, or your key or account has ended, so nothing was changed.",
  emailAccessVerified: "Email access verified. Please try the action again.",
} as const;
