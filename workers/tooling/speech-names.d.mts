/** Names of the speech processes on a machine of so many cores. */
export function namesOfSpeech(cores: number): string[];
