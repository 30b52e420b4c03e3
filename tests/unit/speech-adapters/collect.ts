/** Runs an engine to its end and gathers what it gives. */
import type {
  OutsideEngine,
  OutsideEnvironment,
  OutsideRequest,
  SpeechEngineError,
} from "../../../workers/adapters/speech";
import { concatSamples } from "../../../workers/speech/sound/samples";
import { NEUTRAL_SETTINGS, speakerVoice } from "../../support/speaker-voice";

export const request = (text: string, changes: Partial<OutsideRequest> = {}): OutsideRequest => ({
  text,
  voice: speakerVoice(),
  settings: NEUTRAL_SETTINGS,
  modelId: "eleven_multilingual_v2",
  language: "en",
  seed: 7,
  ...changes,
});

export interface Collected {
  samples: Float32Array;
  sampleRateHz: number;
  audioEvents: number;
  characters: string[];
  startsSeconds: number[];
  endsSeconds: number[];
  estimated: boolean[];
}

export async function collect(
  engine: OutsideEngine,
  asked: OutsideRequest,
  env: OutsideEnvironment,
  signal: AbortSignal = new AbortController().signal,
): Promise<Collected> {
  const pieces: Float32Array[] = [];
  const all: Collected = {
    samples: new Float32Array(0),
    sampleRateHz: 0,
    audioEvents: 0,
    characters: [],
    startsSeconds: [],
    endsSeconds: [],
    estimated: [],
  };
  for await (const event of engine.synthesize(asked, env, signal)) {
    if (event.type === "audio") {
      pieces.push(event.samples);
      all.sampleRateHz = event.sampleRateHz;
      all.audioEvents++;
    } else {
      all.characters.push(...event.alignment.characters);
      all.startsSeconds.push(...event.alignment.characterStartTimesSeconds);
      all.endsSeconds.push(...event.alignment.characterEndTimesSeconds);
      all.estimated.push(event.estimated);
    }
  }
  all.samples = concatSamples(pieces);
  return all;
}

/** The error a call ends with. */
export async function failureOf(promise: Promise<unknown>): Promise<SpeechEngineError> {
  return promise.then(
    () => {
      throw new Error("it did not fail");
    },
    (error: SpeechEngineError) => error,
  );
}

/** Waits until something holds, at most two seconds. */
export async function eventually(holds: () => boolean): Promise<boolean> {
  for (let n = 0; n < 200 && !holds(); n++) await new Promise((resolve) => setTimeout(resolve, 10));
  return holds();
}
