/** Mails about the address itself: that it is theirs, that it has an account already, that it changes. */
import { type MailContent, mailTime, writeMail } from "./letter";
import { type GreetingName, listOfOthersWords } from "./words-of-others";

/** To an address that nobody has shown to be theirs yet: it says nothing that was typed beside it. */
export function verifyEmailMail(facts: { url: string; validHours: number; signedUpBefore: boolean }): MailContent {
  return writeMail({
    subject: "Verify your e-mail address",
    paragraphs: [
      "One step is left: show us that this address is yours.",
      ...(facts.signedUpBefore
        ? [
            "Somebody has signed up with this address more than once, and need not have been you each time. This link is for one of the sign-ups alone. In another browser than that one's it asks for the password that was chosen there: if you do not know it, do not go on, but choose a new password by mail.",
          ]
        : []),
    ],
    action: { label: "Verify e-mail address", url: facts.url },
    footnote: `The link works once, for ${facts.validHours} hours. If you did not sign up, ignore this mail: without the link nobody can use the account.`,
  });
}

export function alreadyRegisteredMail(facts: {
  firstName: GreetingName;
  signInUrl: string;
  forgotPasswordUrl: string;
}): MailContent {
  return writeMail({
    subject: "You already have an account",
    firstName: facts.firstName,
    paragraphs: [
      "Somebody, probably you, tried to sign up with this address, which has an account already. Nothing was changed.",
    ],
    action: { label: "Sign in", url: facts.signInUrl },
    otherwise: {
      text: "Should you have forgotten your password, choose a new one:",
      url: facts.forgotPasswordUrl,
    },
    footnote: "If it was not you, there is nothing to do.",
  });
}

/** To the new address, which may be anybody's: it says nothing of who asked, as `verifyEmailMail`. */
export function confirmNewAddressMail(facts: { url: string; validHours: number }): MailContent {
  return writeMail({
    subject: "Confirm your new e-mail address",
    paragraphs: [
      "Somebody, probably you, asked to use this address for their account in place of the one before. Confirm it in the browser where you are signed in.",
    ],
    action: { label: "Use this address", url: facts.url },
    footnote: `The link works once, for ${facts.validHours} hours. If it was not you, ignore this mail: nothing changes.`,
  });
}

/** To the new address where it belongs to somebody's account already, so that nothing is told to who asked. */
export function addressInUseMail(facts: { firstName: GreetingName; signInUrl: string }): MailContent {
  return writeMail({
    subject: "This address has an account already",
    firstName: facts.firstName,
    paragraphs: [
      "Somebody, probably you, wanted to use this address for another account. It belongs to this one, so nothing was changed.",
    ],
    action: { label: "Sign in", url: facts.signInUrl },
    footnote: "If it was not you, there is nothing to do.",
  });
}

/** To the old address. */
export function addressChangedMail(facts: {
  firstName: GreetingName;
  locale: string;
  newEmail: string;
  atMs: number;
  revertUrl: string;
  validDays: number;
  /** How far before the change an undo takes away what was added. */
  undoneDaysBefore: number;
}): MailContent {
  return writeMail({
    subject: "Your e-mail address was changed",
    firstName: facts.firstName,
    paragraphs: ["Your account uses another address from now on, and gets its mail there."],
    facts: [
      { label: "New address", value: facts.newEmail },
      { label: "When", value: mailTime(facts.atMs, facts.locale) },
    ],
    action: { label: "Undo the change", url: facts.revertUrl },
    footnote: `If it was you, there is nothing to do. If not, undo it: the account gets this address back, everybody is signed out, what was added to get in since then and in the ${facts.undoneDaysBefore} days before is removed, and you choose a new password. The link works once, for ${facts.validDays} days.`,
  });
}

/** To the old address once it is the account's again. `removed` and `kept`: ways in, with names that somebody typed. */
export function addressRestoredMail(facts: {
  firstName: GreetingName;
  removed: string[];
  kept: string[];
  /** Whether the account was closed and would have been erased. */
  wasClosed: boolean;
  securityUrl: string;
}): MailContent {
  return writeMail({
    subject: "Your account has its address back",
    firstName: facts.firstName,
    paragraphs: [
      "The change of your e-mail address was undone. Everybody was signed out, and the password of before works no more.",
      ...(facts.wasClosed ? ["Somebody had asked for the end of the account. It will not be deleted."] : []),
    ],
    facts: [
      { label: "Removed", value: listOfOthersWords(facts.removed) },
      { label: "Still there", value: listOfOthersWords(facts.kept) },
    ],
    action: { label: "See your security settings", url: facts.securityUrl },
    footnote: "What is still there was added longer ago. Remove what is not yours, once you have signed in.",
  });
}
