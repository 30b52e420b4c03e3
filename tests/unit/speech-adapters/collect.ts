/** Runs an engine to its end and gathers what it gives. */
import type { OutsideEngineSettings, SpeechEngineError } from "../../../workers/adapters/speech";
import { concatSamples } from "../../../workers/speech/sound/samples";
import type { OutsideEngine, OutsideJob } from "../../../workers/speech/synthesis/outside-engine";
import { NEUTRAL_SETTINGS, speakerVoice } from "../../support/speaker-voice";

interface Asked extends Partial<Omit<OutsideJob, "entry">>, Partial<OutsideJob["entry"]> {}

export function jobFor(text: string, { voice, settings, ...job }: Asked = {}): OutsideJob {
  return {
    entry: { text, voice: voice ?? speakerVoice(), settings: settings ?? NEUTRAL_SETTINGS },
    modelId: "eleven_multilingual_v2",
    seed: 7,
    signal: new AbortController().signal,
    ...job,
  };
}

export interface Collected {
  samples: Float32Array;
  sampleRateHz: number;
  audioPieces: number;
  characters: string[];
  startsSeconds: number[];
  endsSeconds: number[];
}

export async function collect(
  engineFor: (settings: OutsideEngineSettings) => OutsideEngine,
  job: OutsideJob,
  settings: OutsideEngineSettings,
): Promise<Collected> {
  const pieces: Float32Array[] = [];
  const all: Collected = {
    samples: new Float32Array(0),
    sampleRateHz: 0,
    audioPieces: 0,
    characters: [],
    startsSeconds: [],
    endsSeconds: [],
  };
  for await (const { samples, sampleRateHz, alignment } of engineFor(settings).synthesize(job)) {
    pieces.push(samples);
    all.sampleRateHz = sampleRateHz;
    if (samples.length > 0) all.audioPieces++;
    all.characters.push(...(alignment?.characters ?? []));
    all.startsSeconds.push(...(alignment?.characterStartTimesSeconds ?? []));
    all.endsSeconds.push(...(alignment?.characterEndTimesSeconds ?? []));
  }
  all.samples = concatSamples(pieces);
  return all;
}

/** Short waits are for tests of waiting alone: on a busy machine any answer may be late. */
export const timeoutsFor = (isSilent: boolean) =>
  isSilent ? { firstByteMs: 400, stallMs: 300 } : { firstByteMs: 30_000, stallMs: 30_000 };

/** The error a call ends with. */
export async function failureOf(promise: Promise<unknown>): Promise<SpeechEngineError> {
  return promise.then(
    () => {
      throw new Error("it did not fail");
    },
    (error: SpeechEngineError) => error,
  );
}

/** Waits until something holds, at most ten seconds. */
export async function eventually(holds: () => boolean): Promise<boolean> {
  for (let n = 0; n < 1000 && !holds(); n++) await new Promise((resolve) => setTimeout(resolve, 10));
  return holds();
}
