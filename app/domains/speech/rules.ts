/** What a generation may be. Pure. */
import type { OutputFormat } from "../../../workers/speech/protocol";
import { AppError } from "../../lib/app-error";
import { billableCharacters, isAtLeast } from "../billing/rules";
import { TIERS, type Tier } from "../billing/tiers";
import { MAX_DIALOGUE_CHARACTERS, MAX_DIALOGUE_ENTRIES, speechMessages } from "./messages";
import type { SpeechModelFacts } from "./ports";
import type { GenerationEntry } from "./schema";

/** Formats that need a plan. Source: the contract's README. */
const LEAST_TIER: Partial<Record<OutputFormat, Tier>> = { mp3_44100_192: "creator", pcm_44100: "pro" };

/** The least plan for a format, or null when every plan has it. */
export function leastTierFor(format: OutputFormat): Tier | null {
  return LEAST_TIER[format] ?? null;
}

/** @throws AppError output_format_not_allowed (403) */
export function requireFormatAllowed(format: OutputFormat, tier: string): void {
  const least = leastTierFor(format);
  if (least === null || isAtLeast(tier, least)) return;
  const message = speechMessages.formatNotAllowed(format, TIERS[least].label);
  throw new AppError("output_format_not_allowed", 403, message, { param: "output_format" });
}

/** The field in which callers send what is to be spoken. */
export const textFieldOf = ({ isDialogue }: { isDialogue: boolean }) => (isDialogue ? "inputs" : "text");

/**
 * Refuses texts that are empty or too long for the model or a dialogue.
 * @throws AppError text_empty, max_character_limit_exceeded (400)
 */
export function requireTextsFit(
  entries: readonly GenerationEntry[],
  model: SpeechModelFacts,
  isDialogue: boolean,
): void {
  const param = textFieldOf({ isDialogue });
  if (isDialogue && entries.length > MAX_DIALOGUE_ENTRIES) {
    throw new AppError("invalid_request", 400, speechMessages.dialogueTooLong, { param });
  }
  if (entries.every((entry) => entry.text.trim() === "")) {
    const message = isDialogue ? speechMessages.dialogueEmpty : speechMessages.empty;
    throw new AppError("text_empty", 400, message, { param });
  }
  const characters = entries.reduce((sum, entry) => sum + billableCharacters(entry.text), 0);
  if (characters > model.maxCharacters) {
    const message = speechMessages.tooLong(model.maxCharacters, characters);
    throw new AppError("max_character_limit_exceeded", 400, message, { param });
  }
  if (isDialogue && characters > MAX_DIALOGUE_CHARACTERS) {
    throw new AppError("max_character_limit_exceeded", 400, speechMessages.dialogueTooManyCharacters, { param });
  }
}
