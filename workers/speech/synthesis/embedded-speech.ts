/** Speech by the engines that ship with the product: a text's units in order, each a turn of its own. */
import type { EmbeddedEngines } from "../engines/embedded";
import type { SynthesizedUnit } from "../engines/engine";
import type { SpeakRequest, SpeechFrame } from "../protocol";
import { alignSilence, alignUnit, planUnits } from "../text";
import type { SilenceUnit, SpeechUnit } from "../text/units";
import { SpeechFailure } from "./outside-engine";
import { type SoundOutput, timingFrame } from "./sound-output";
import type { Turns } from "./turns";

export interface SpeechProgress {
  /** What each entry was spoken as. */
  languages: string[];
  firstUnitMs: number;
  engineMs: number;
}

export interface EmbeddedSurroundings {
  engines: EmbeddedEngines;
  turns: Turns;
  signal: AbortSignal;
}

/**
 * Frames of the request's speech, without the end of the sound. Stops between two units when the signal aborts.
 * @throws SpeechFailure, SpeechTextError, EngineError
 */
export async function* speakEmbedded(
  request: SpeakRequest,
  output: SoundOutput,
  progress: SpeechProgress,
  { engines, turns, signal }: EmbeddedSurroundings,
): AsyncGenerator<SpeechFrame[]> {
  const startedMs = Date.now();
  let spoke = false;
  // Silence ahead of the first word is not sent until there is one: a text of pauses alone is refused.
  const opening: SilenceUnit[] = [];
  for (const unit of planUnits(request)) {
    if (signal.aborted) return;
    if (unit.kind === "silence") {
      if (spoke) yield sayNothing(unit, output);
      else opening.push(unit);
      continue;
    }
    const dueMs = spoke ? startedMs + output.positionSeconds * 1000 : Number.NEGATIVE_INFINITY;
    const sound = await synthesizeInTurn(request, unit, dueMs, progress, { engines, turns, signal });
    if (!sound) return;
    const before = opening.splice(0).flatMap((silence) => sayNothing(silence, output));
    spoke = true;
    progress.languages[unit.entryIndex] ??= unit.language;
    yield [...before, ...sayUnit(request, unit, sound, output)];
  }
  if (!spoke) throw new SpeechFailure("nothing_speakable", "The text contains nothing that can be spoken.");
}

/** Null if the listener went away while others had their turns. */
async function synthesizeInTurn(
  request: SpeakRequest,
  unit: SpeechUnit,
  dueMs: number,
  progress: SpeechProgress,
  { engines, turns, signal }: EmbeddedSurroundings,
): Promise<SynthesizedUnit | null> {
  const endTurn = await turns.take(dueMs);
  try {
    if (signal.aborted) return null;
    const engine = await engines.findFor(unit.language);
    if (!engine) throw new SpeechFailure("unsupported_language", engines.whyNot(unit.language));
    const entry = request.entries[unit.entryIndex]!;
    const startedMs = performance.now();
    const sound = await engine.synthesizeUnit({
      unit,
      voice: entry.voice,
      settings: entry.settings,
      seed: request.seed,
    });
    // Lets what was written go out and other requests in; without it nothing leaves before the end.
    await new Promise((resolve) => setTimeout(resolve, 1));
    const elapsedMs = performance.now() - startedMs;
    if (progress.engineMs === 0) progress.firstUnitMs = elapsedMs;
    progress.engineMs += elapsedMs;
    return sound;
  } finally {
    endTurn();
  }
}

function sayUnit(request: SpeakRequest, unit: SpeechUnit, sound: SynthesizedUnit, output: SoundOutput): SpeechFrame[] {
  const { settings } = request.entries[unit.entryIndex]!;
  const offsetSeconds = output.positionSeconds;
  const frames = output.pushUnit(sound.samples, {
    sampleRateHz: sound.sampleRateHz,
    equalizer: sound.equalizer,
    gainDb: sound.gainDb,
    speakerBoost: settings.useSpeakerBoost,
    deliveryGainDb: sound.deliveryGainDb,
  });
  // Pauses by punctuation belong to the pace; breaks that are asked for do not.
  const pauseSeconds = unit.pauseAfterMs / 1000 / (settings.speed * unit.delivery.rate);
  if (pauseSeconds > 0) frames.push(...output.pushSilence(pauseSeconds));
  const durationSeconds = output.positionSeconds - offsetSeconds;
  const { alignment, normalizedAlignment } = alignUnit(unit, sound.words, offsetSeconds, durationSeconds);
  return [...frames, ...timingFrame(unit.entryIndex, alignment, normalizedAlignment)];
}

function sayNothing(unit: SilenceUnit, output: SoundOutput): SpeechFrame[] {
  const offsetSeconds = output.positionSeconds;
  const durationSeconds = unit.durationMs / 1000;
  const frames = durationSeconds > 0 ? output.pushSilence(durationSeconds) : [];
  const { alignment, normalizedAlignment } = alignSilence(unit.source, offsetSeconds, durationSeconds);
  return [...frames, ...timingFrame(unit.entryIndex, alignment, normalizedAlignment)];
}
