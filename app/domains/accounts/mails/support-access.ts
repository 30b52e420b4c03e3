/** Mails about somebody from support who looks into an account. */
import { type MailContent, mailTime, writeMail } from "./letter";
import { type GreetingName, wordsOfOthers } from "./words-of-others";

export function supportAccessAskedMail(facts: {
  firstName: GreetingName;
  staffEmail: string;
  reason: string;
  /** Leads to the action page, which asks. */
  url: string;
  validHours: number;
  /** How long the access would last, once granted. */
  accessHours: number;
}): MailContent {
  return writeMail({
    subject: "May our support look into your account?",
    firstName: facts.firstName,
    paragraphs: [
      `Somebody from support asks to see your account as you see it, for ${facts.accessHours === 1 ? "one hour" : `${facts.accessHours} hours`}; then it ends by itself. They cannot see your password or change how you sign in.`,
    ],
    facts: [
      { label: "Who", value: facts.staffEmail },
      ...(facts.reason.trim() === "" ? [] : [{ label: "Why", value: wordsOfOthers(facts.reason) }]),
    ],
    action: { label: "Read and decide", url: facts.url },
    footnote: `The link works once, for ${facts.validHours} hours. If you did not ask for help, ignore this mail: nobody gets in.`,
  });
}

export function supportAccessGrantedMail(facts: {
  firstName: GreetingName;
  locale: string;
  staffEmail: string;
  expiresAtMs: number;
  privacyUrl: string;
}): MailContent {
  return writeMail({
    subject: "You let our support into your account",
    firstName: facts.firstName,
    paragraphs: ["Somebody from support can see your account now. It ends by itself, and you can end it at any time."],
    facts: [
      { label: "Who", value: facts.staffEmail },
      { label: "Until", value: mailTime(facts.expiresAtMs, facts.locale) },
    ],
    action: { label: "See or end it", url: facts.privacyUrl },
    footnote: "If it was not you, end it and choose a new password.",
  });
}

export function supportAccessEndedMail(facts: {
  firstName: GreetingName;
  locale: string;
  staffEmail: string;
  endedAtMs: number;
}): MailContent {
  return writeMail({
    subject: "Our support has left your account",
    firstName: facts.firstName,
    paragraphs: ["The access to your account that you granted has ended."],
    facts: [
      { label: "Who", value: facts.staffEmail },
      { label: "Ended", value: mailTime(facts.endedAtMs, facts.locale) },
    ],
    footnote: "There is nothing to do.",
  });
}
