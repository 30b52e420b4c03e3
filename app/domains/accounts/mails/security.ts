/** Mails about what happened to an account that its owner should know. */
import { type MailContent, mailTime, writeMail } from "./letter";
import { type GreetingName, wordsOfOthers } from "./words-of-others";

/** Where something was done from, as far as is known. */
export interface Occasion {
  atMs: number;
  /** Of the owner: how times are written. */
  locale: string;
  /** Like "Chrome on Windows". */
  device: string;
  /** Like `US-IL`; empty where the edge did not tell. */
  place: string;
}

export function newDeviceMail(facts: {
  firstName: GreetingName;
  occasion: Occasion;
  sessionsUrl: string;
  forgotPasswordUrl: string;
}): MailContent {
  return writeMail({
    subject: "A new device signed in",
    firstName: facts.firstName,
    paragraphs: ["Somebody, probably you, signed in to your account from a browser that we had not seen before."],
    facts: occasionFacts(facts.occasion),
    action: { label: "See where you are signed in", url: facts.sessionsUrl },
    otherwise: { text: "If it was not you, choose a new password at once:", url: facts.forgotPasswordUrl },
    footnote: "You get this mail once for each new device.",
  });
}

/** The link that confirms a browser's person before something that asks for more than a session. */
export function sensitiveActionMail(facts: {
  firstName: GreetingName;
  url: string;
  validMinutes: number;
}): MailContent {
  return writeMail({
    subject: "Confirm that it is you",
    firstName: facts.firstName,
    paragraphs: [
      "Somebody, probably you, wants to do something with your account that has to be confirmed first. Open the link in the same browser.",
    ],
    action: { label: "Confirm that it is me", url: facts.url },
    footnote: `The link works once, for ${facts.validMinutes} minutes, and in that browser only. If it was not you, ignore this mail and look at your sessions: somebody may be signed in as you.`,
  });
}

export function backupCodeUsedMail(facts: {
  firstName: GreetingName;
  occasion: Occasion;
  securityUrl: string;
  forgotPasswordUrl: string;
}): MailContent {
  return writeMail({
    subject: "Your backup code was used",
    firstName: facts.firstName,
    paragraphs: [
      "Your backup code was used, so your account has no second factor any more. You were signed out everywhere else.",
    ],
    facts: occasionFacts(facts.occasion),
    action: { label: "Set up a second factor", url: facts.securityUrl },
    otherwise: { text: "If it was not you, choose a new password at once:", url: facts.forgotPasswordUrl },
    footnote: "You get this mail whenever a backup code is used.",
  });
}

/** A way to prove who they are came or went. `factor`: like "Authenticator app", "Telephone", "Passkey “Laptop”"; its name is typed. */
export function factorChangedMail(facts: {
  firstName: GreetingName;
  factor: string;
  change: "added" | "removed";
  occasion: Occasion;
  securityUrl: string;
  forgotPasswordUrl: string;
}): MailContent {
  return writeMail({
    subject: facts.change === "added" ? "A way to sign in was added" : "A way to sign in was removed",
    firstName: facts.firstName,
    paragraphs: [
      facts.change === "added"
        ? "Your account has a new way to prove that it is you."
        : "A way to prove that it is you was removed from your account.",
    ],
    facts: [
      { label: facts.change === "added" ? "Added" : "Removed", value: wordsOfOthers(facts.factor) },
      ...occasionFacts(facts.occasion),
    ],
    action: { label: "See your security settings", url: facts.securityUrl },
    otherwise: {
      text:
        facts.change === "added"
          ? "If it was not you, remove it there: a new password alone leaves it. If you cannot sign in, choose a new password by mail, and have what was added lately removed with it:"
          : "If it was not you, choose a new password at once:",
      url: facts.forgotPasswordUrl,
    },
    footnote: "You get this mail whenever a way to sign in comes or goes.",
  });
}

function occasionFacts({ atMs, locale, device, place }: Occasion) {
  return [
    { label: "When", value: mailTime(atMs, locale) },
    { label: "Device", value: device === "" ? "Unknown" : device },
    ...(place === "" ? [] : [{ label: "Where", value: place }]),
  ];
}
