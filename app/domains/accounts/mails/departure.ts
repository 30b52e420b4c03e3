/** Mails about leaving, and about what somebody takes along. */
import { type MailContent, mailDay, writeMail } from "./letter";
import type { GreetingName } from "./words-of-others";

export function deletionAskedMail(facts: {
  firstName: GreetingName;
  locale: string;
  eraseAtMs: number;
  keepUrl: string;
}): MailContent {
  return writeMail({
    subject: "Your account will be deleted",
    firstName: facts.firstName,
    paragraphs: [
      `You asked for the end of your account. On ${mailDay(facts.eraseAtMs, facts.locale)} everything in it is erased for good; until then you can change your mind.`,
    ],
    action: { label: "Keep the account", url: facts.keepUrl },
    footnote: "If it was not you, keep the account by the link, then choose a new password.",
  });
}

/** To an address that the account had before, and that can still be given back. */
export function deletionAskedElsewhereMail(facts: {
  firstName: GreetingName;
  locale: string;
  eraseAtMs: number;
  undoUrl: string;
  undoUntilMs: number;
}): MailContent {
  const { locale } = facts;
  return writeMail({
    subject: "Your account will be deleted",
    firstName: facts.firstName,
    paragraphs: [
      `Somebody asked for the end of the account that had this address until lately. On ${mailDay(facts.eraseAtMs, locale)} everything in it is erased for good.`,
    ],
    action: { label: "Take the account back", url: facts.undoUrl },
    footnote: `If it was you, there is nothing to do. If not, take it back: the account stays and gets this address again, everybody is signed out, and you choose a new password. The link works once, until ${mailDay(facts.undoUntilMs, locale)}.`,
  });
}

export function accountKeptMail(facts: { firstName: GreetingName; signInUrl: string }): MailContent {
  return writeMail({
    subject: "Your account stays",
    firstName: facts.firstName,
    paragraphs: ["Your account will not be deleted. Everything is where it was."],
    action: { label: "Sign in", url: facts.signInUrl },
    footnote: "If it was not you, choose a new password.",
  });
}

export function accountErasedMail(facts: { firstName: GreetingName }): MailContent {
  return writeMail({
    subject: "Your account is gone",
    firstName: facts.firstName,
    paragraphs: ["Your account and everything in it was erased, as you asked. This is the last mail from us."],
    footnote: "It cannot be brought back. You can sign up again with this address at any time.",
  });
}

export function dataExportReadyMail(facts: {
  firstName: GreetingName;
  locale: string;
  url: string;
  expiresAtMs: number;
}): MailContent {
  return writeMail({
    subject: "Your data is ready",
    firstName: facts.firstName,
    paragraphs: ["We have packed everything we keep about you into one file. You have to be signed in to fetch it."],
    action: { label: "Download your data", url: facts.url },
    footnote: `It is kept until ${mailDay(facts.expiresAtMs, facts.locale)}. If it was not you who asked, choose a new password.`,
  });
}
