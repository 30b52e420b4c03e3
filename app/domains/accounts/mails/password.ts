/** Mails about passwords. */
import { type MailContent, writeMail } from "./letter";
import { type GreetingName, listOfOthersWords } from "./words-of-others";

export function resetPasswordMail(facts: { firstName: GreetingName; url: string; validMinutes: number }): MailContent {
  return writeMail({
    subject: "Choose a new password",
    firstName: facts.firstName,
    paragraphs: ["Somebody, probably you, asked for a new password for this address."],
    action: { label: "Choose a new password", url: facts.url },
    footnote: `The link works once, for ${facts.validMinutes} minutes. If it was not you, ignore this mail: your password stays as it is.`,
  });
}

/**
 * `endedSessions`: `others` where the browser that changed it stays signed in. `removed` and `kept`: ways in besides the
 * password, where it was chosen by mail.
 */
export function passwordChangedMail(facts: {
  firstName: GreetingName;
  forgotPasswordUrl: string;
  securityUrl: string;
  endedSessions: "all" | "others";
  removed?: string[];
  kept?: string[];
}): MailContent {
  const { removed = [], kept = [] } = facts;
  const where = facts.endedSessions === "all" ? "everywhere" : "everywhere else";
  return writeMail({
    subject: "Your password was changed",
    firstName: facts.firstName,
    paragraphs: [`Your password was changed just now, and you were signed out ${where}.`],
    facts: [
      ...(removed.length > 0 ? [{ label: "Removed", value: listOfOthersWords(removed) }] : []),
      ...(kept.length > 0 ? [{ label: "Gets in still", value: listOfOthersWords(kept) }] : []),
    ],
    ...(kept.length > 0 ? { action: { label: "Remove what is not yours", url: facts.securityUrl } } : {}),
    otherwise: { text: "If it was not you, choose a new password at once:", url: facts.forgotPasswordUrl },
    footnote: "You get this mail whenever your password changes.",
  });
}
