import { nameRefusal } from "../../lib/given-name";
import { API_KEY_NAME_MAX_CHARACTERS, PUBLIC_NAME_MAX_CHARACTERS } from "./name-lengths";

/** What people read about their account, to the letter where the specification has words for it (spec 000, sections 5 and 8). */
const PASSWORD_PREFIX = "Your password doesn't meet our security requirements.";

export const MESSAGES = {
  passwordNeedsNumber: `${PASSWORD_PREFIX} Your password must contain a number.`,
  passwordNeedsLetter: `${PASSWORD_PREFIX} Your password must contain a letter.`,
  passwordNeedsSpecialCharacter: `${PASSWORD_PREFIX} Your password must contain a special character.`,
  passwordTooShort: `${PASSWORD_PREFIX} Your password must be more than 8 characters long.`,
  passwordTooLong: `${PASSWORD_PREFIX} Your password must be at most 256 characters long.`,
  passwordCommon: `${PASSWORD_PREFIX} It is one of those that are guessed first. Choose one that nobody would think of.`,
  passwordIsName: `${PASSWORD_PREFIX} It is made of your name or address, or of ours. Choose one that nobody would think of.`,
  passwordsDiffer: "Your passwords do not match.",
  emailInvalid: "Enter an e-mail address, like name@example.com.",
  passwordMissing: "Enter your password.",
  signInRefused:
    "The e-mail address or the password is not right. If you have just signed up, first follow the link we mailed you.",
  tooManyAttempts: "Too many attempts, please try again in a few minutes.",
  emailVerified: "Email verified successfully! Please sign back in to continue.",
  verificationLinkInvalid: "This link has expired or is not valid. Sign in, and we will mail you a new one.",
  signUpPasswordNeeded:
    "Somebody signed up with this address more than once. Enter the password that you chose at the sign-up this link is for.",
  signUpPasswordWrong: "This is not the password of that sign-up. If you do not know it, choose a new one by mail.",
  passwordChanged: "You have successfully changed your password, you can now sign in.",
  linkExpired: "An error occurred, your link is either expired or invalid, please request another password change.",
  apiKeyNameInvalid: nameRefusal("the key", API_KEY_NAME_MAX_CHARACTERS),
  apiKeyScopesInvalid: "Choose what the key may do from the list.",
  apiKeyLimitInvalid: "A limit is a whole number of credits, 0 or more.",
  apiKeyMayNotGrant: "A key can give another one only what it may do itself.",
  apiKeyMayNotTouch: "A key can change and delete only keys that may do no more than it.",
  apiKeyMayNotRaise: "A key with a limit of credits can raise no limit, its own neither.",
  apiKeyMayNotMake: "A key with a limit of credits can make no other key.",
  apiKeyNotFound: "There is no such API key. It may have been deleted in another window.",
  tooManyApiKeys: "You have 100 API keys, which is the most there can be. Delete one first.",
  captchaWrong: "The check against robots did not work out. Please try again.",
  captchaNeeded:
    "Many sign-ups came from your network, so a check against robots is needed first. Your browser makes it by itself, with scripts on. Please try again.",
  emailIsSame: "This is the address that your account has already.",
  emailLinkInvalid: "this link has expired, was used already, or is for another account.",
  emailTaken: "this address belongs to another account.",
  emailUpdated: "Email updated! Please refresh this page to reauthenticate.",
  emailNotUpdated: (serverText: string) => `Unable to update email, ${serverText}`,
  optedOut: "We have opted you out of receiving product updates.",
  optOutFailed: "An error occurred while trying to opt you out from receiving product updates, please try again.",
  supportAccessGranted: "Thank you for granting us access to your account!",
  unknownMode: "This link is not complete. Please open it from the mail once more.",
  verificationMailFailed: "An error occured while sending the verification email.",
  passwordMailFailed: "An error occurred while requesting the password change.",
  somethingWentWrong: "Something went wrong, please try again later.",
  noPublicName: nameRefusal("yourself", PUBLIC_NAME_MAX_CHARACTERS),
  noSuchLocale: "Choose one of the languages in the list.",
  profileSaved: "Saved",
  pageOutOfDate: "This page was out of date, so nothing was changed. Reload it and try again.",
} as const;
