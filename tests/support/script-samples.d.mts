/** A text in each script of the voices' languages, of the length of a few seconds of speech. */
export const SCRIPT_SAMPLES: Readonly<Record<string, string>>;
