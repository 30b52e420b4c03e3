/** Names of the speech processes on a machine of so many cores. */
export function namesOfSpeech(cores: number): string[];

/** How many `PARLANDO_SPEECH_PROCESSES` asks for; as many as there are cores where it is not set. Throws when it is no such number. */
export function speechProcesses(text: string | undefined, cores: number): number;
