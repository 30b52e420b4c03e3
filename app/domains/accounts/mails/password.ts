/** Mails about passwords. */
import { type MailContent, writeMail } from "./letter";
import type { GreetingName } from "./words-of-others";

export function resetPasswordMail(facts: { firstName: GreetingName; url: string; validMinutes: number }): MailContent {
  return writeMail({
    subject: "Choose a new password",
    firstName: facts.firstName,
    paragraphs: ["Somebody, probably you, asked for a new password for this address."],
    action: { label: "Choose a new password", url: facts.url },
    footnote: `The link works once, for ${facts.validMinutes} minutes. If it was not you, ignore this mail: your password stays as it is.`,
  });
}

/** `endedSessions`: `others` where the browser that changed it stays signed in. */
export function passwordChangedMail(facts: {
  firstName: GreetingName;
  forgotPasswordUrl: string;
  endedSessions: "all" | "others";
}): MailContent {
  const where = facts.endedSessions === "all" ? "everywhere" : "everywhere else";
  return writeMail({
    subject: "Your password was changed",
    firstName: facts.firstName,
    paragraphs: [`Your password was changed just now, and you were signed out ${where}.`],
    otherwise: { text: "If it was not you, choose a new password at once:", url: facts.forgotPasswordUrl },
    footnote: "You get this mail whenever your password changes.",
  });
}
