/** Refusals of generation, as callers read them. */
export const MAX_DIALOGUE_ENTRIES = 50;
export const MAX_DIALOGUE_CHARACTERS = 3000;

export const speechMessages = {
  modelNotFound: (modelId: string) => `A model with model ID '${modelId}' does not exist.`,
  modelCannotSpeak: (modelId: string) => `The model with model ID '${modelId}' can not do text to speech.`,
  tooLong: (maximum: number, characters: number) =>
    `A maximum of ${maximum} characters is allowed in a single request, but this one has ${characters}.`,
  empty: "The text has nothing that can be spoken.",
  dialogueEmpty: "Provide at least one dialogue entry with text.",
  dialogueTooLong: `A dialogue may have at most ${MAX_DIALOGUE_ENTRIES} entries.`,
  dialogueTooManyCharacters: `A dialogue may have at most ${MAX_DIALOGUE_CHARACTERS} characters.`,
  formatNotAllowed: (format: string, tier: string) =>
    `Output format '${format}' is not allowed on your plan; it is available from the ${tier} plan on.`,
  failed: "The speech could not be generated, please try again.",
  timedOut: "The speech engine took too long to answer, please try again.",
  busy: "All speech engines are busy or restarting, please try again in a moment.",
  stalled: "The audio was not read for too long.",
  left: "The connection was ended before the speech was made; nothing was charged.",
  dictionariesMissing: "Pronunciation dictionaries are not available yet; leave pronunciation_dictionary_locators out.",
  effectsMissing: "Audio effects are not available; leave audio_effects out.",
} as const;
