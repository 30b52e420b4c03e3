import { formatCount, formatNumber } from "~/lib/format-number";
import type { ModelSummary } from "./model-summary";
import { countCharacters } from "./speech-draft";

/** Whether a text can be generated now, and if not, why. */
export interface TextCheck {
  characters: number;
  limit: number;
  /** Credits it will take. */
  cost: number;
  problem: { kind: "empty" } | { kind: "unspeakable" | "too_long" | "no_credits"; message: string } | null;
}

/**
 * Checks a text against the limit of the model, or of dialogues, and the credits left (null: unlimited), and says when nothing of it can be
 * spoken. The server decides; this spares a round trip and says it while the person writes.
 */
export function checkText(
  text: string,
  model: Pick<ModelSummary, "maxCharacters" | "costFactor"> & {
    limitOf: "this model" | "a dialogue";
    othersTakeMore: boolean;
  },
  creditsLeft: number | null,
  resetsOn: string,
  speakable = true,
): TextCheck {
  const characters = countCharacters(text);
  const cost = characters === 0 ? 0 : Math.max(1, Math.ceil(Number((characters * model.costFactor).toFixed(6))));
  const limit = model.maxCharacters;
  const result = { characters, limit, cost };
  if (text.trim() === "") return { ...result, problem: { kind: "empty" } };
  if (!speakable) {
    const message = "Nothing here can be spoken. Add a word or a number.";
    return { ...result, problem: { kind: "unspeakable", message } };
  }
  if (characters > limit) {
    const advice = model.othersTakeMore ? "Shorten the text, or choose a model that takes more." : "Shorten the text.";
    const message = `${formatCount(characters - limit, "character")} too long for ${model.limitOf}. ${advice}`;
    return { ...result, problem: { kind: "too_long", message } };
  }
  if (creditsLeft !== null && cost > creditsLeft) {
    const message = `This takes ${formatCount(cost, "credit")}, and ${formatNumber(creditsLeft)} ${creditsLeft === 1 ? "is" : "are"} left until ${resetsOn}.`;
    return { ...result, problem: { kind: "no_credits", message } };
  }
  return { ...result, problem: null };
}
