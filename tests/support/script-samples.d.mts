/** A text in each script that pictures have fonts for, of the length of a few seconds of speech; first those of the voices. */
export const SCRIPT_SAMPLES: Readonly<Record<string, string>>;
