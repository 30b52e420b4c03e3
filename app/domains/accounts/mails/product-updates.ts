/** Mails that only those get who asked for news of the product; each says how they end. */
import { type MailContent, type OptOut, writeMail } from "./letter";
import type { GreetingName } from "./words-of-others";

/** To somebody new, once their address is verified. */
export function firstStepsMail(facts: { firstName: GreetingName; appUrl: string; optOut: OptOut }): MailContent {
  return writeMail({
    subject: "First steps",
    firstName: facts.firstName,
    paragraphs: [
      "Write or paste a text, choose a voice and press Generate: you hear the first words while the rest is made. What you make stays in your history.",
      "The same voices speak to your programs: make an API key in the settings, and clients that you have will work.",
    ],
    action: { label: "Make your first sound", url: facts.appUrl },
    footnote: "We write when there is something new, and seldom.",
    optOut: facts.optOut,
  });
}
