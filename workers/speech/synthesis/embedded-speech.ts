/** Speech by the engines that ship with the product: a text's units in order, each a turn of its own. */
import type { EmbeddedEngines } from "../engines/embedded";
import type { SynthesizedUnit } from "../engines/engine";
import type { SpeakRequest, SpeechFrame } from "../protocol";
import { alignSilence, alignUnit, planUnits } from "../text";
import type { SilenceUnit, SpeechUnit } from "../text/units";
import { SpeechFailure } from "./outside-engine";
import { type SoundOutput, timingFrame } from "./sound-output";
import type { Turns } from "./turns";

/** Of the first unit, this much sound is sent ahead: it is what the listener waits for. */
const AHEAD_SECONDS = 0.12;

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
      if (spoke) yield sayNothing(request, unit, output);
      else opening.push(unit);
      continue;
    }
    progress.languages[unit.entryIndex] ??= unit.language;
    const dueMs = () => (spoke ? startedMs + output.positionSeconds * 1000 : Number.NEGATIVE_INFINITY);
    const firstSeconds = spoke ? Number.POSITIVE_INFINITY : AHEAD_SECONDS;
    await turns.take(dueMs());
    if (signal.aborted) return;
    const sound = await synthesize(request, unit, engines, progress);
    if (!sound) {
      const silence: SilenceUnit = {
        kind: "silence",
        entryIndex: unit.entryIndex,
        source: unit.source,
        durationMs: unit.pauseAfterMs,
        isLast: unit.isLast,
      };
      if (spoke) yield sayNothing(request, silence, output);
      else opening.push(silence);
      continue;
    }
    const before = opening.splice(0).flatMap((silence) => sayNothing(request, silence, output));
    const parts = sayUnit(request, unit, sound, output, firstSeconds);
    for (const [index, part] of parts.entries()) {
      if (index > 0) await turns.take(dueMs());
      const frames = part();
      turns.done();
      yield index === 0 ? [...before, ...frames] : frames;
      spoke = true;
    }
  }
  if (!spoke) throw new SpeechFailure("nothing_speakable", "The text contains nothing that can be spoken.");
}

async function synthesize(
  request: SpeakRequest,
  unit: SpeechUnit,
  engines: EmbeddedEngines,
  progress: SpeechProgress,
): Promise<SynthesizedUnit | null> {
  const engine = await engines.findFor(unit.language);
  if (!engine) throw new SpeechFailure("unsupported_language", engines.whyNot(unit.language));
  const { voice, settings } = request.entries[unit.entryIndex]!;
  const startedMs = performance.now();
  const sound = await engine.synthesizeUnit({ unit, voice, settings, seed: request.seed });
  const elapsedMs = performance.now() - startedMs;
  if (progress.engineMs === 0) progress.firstUnitMs = elapsedMs;
  progress.engineMs += elapsedMs;
  return sound;
}

/** The unit's frames in parts; the last closes with its pause and its times. */
function sayUnit(
  request: SpeakRequest,
  unit: SpeechUnit,
  sound: SynthesizedUnit,
  output: SoundOutput,
  firstSeconds: number,
): (() => SpeechFrame[])[] {
  const { settings } = request.entries[unit.entryIndex]!;
  const offsetSeconds = output.positionSeconds;
  const parts = output.pushUnitInParts(
    sound.samples,
    {
      sampleRateHz: sound.sampleRateHz,
      equalizer: sound.equalizer,
      gainDb: sound.gainDb,
      speakerBoost: settings.useSpeakerBoost,
      deliveryGainDb: sound.deliveryGainDb,
    },
    firstSeconds,
  );
  const last = parts.pop()!;
  return [
    ...parts,
    () => {
      const frames = last();
      // Pauses by punctuation belong to the pace; breaks that are asked for do not.
      const ownSeconds = unit.pauseAfterMs / 1000 / (settings.speed * unit.delivery.rate);
      const pauseSeconds = Math.max(ownSeconds, leastSilence(request, unit, output));
      if (pauseSeconds > 0) frames.push(...output.pushSilence(pauseSeconds));
      const durationSeconds = output.positionSeconds - offsetSeconds;
      const { alignment, normalizedAlignment } = alignUnit(unit, sound.words, offsetSeconds, durationSeconds);
      return [...frames, ...timingFrame(unit.entryIndex, alignment, normalizedAlignment)];
    },
  ];
}

/** Where a silence follows, of which nobody knows how long it lasts, nothing that was said may wait in the encoder. */
const leastSilence = (
  { followedBy }: SpeakRequest,
  { isLast }: SpeechUnit | SilenceUnit,
  output: SoundOutput,
): number => (isLast && followedBy === "silence" ? output.holdSeconds : 0);

function sayNothing(request: SpeakRequest, unit: SilenceUnit, output: SoundOutput): SpeechFrame[] {
  const offsetSeconds = output.positionSeconds;
  const durationSeconds = Math.max(unit.durationMs / 1000, leastSilence(request, unit, output));
  const frames = durationSeconds > 0 ? output.pushSilence(durationSeconds) : [];
  const { alignment, normalizedAlignment } = alignSilence(unit.source, offsetSeconds, durationSeconds);
  return [...frames, ...timingFrame(unit.entryIndex, alignment, normalizedAlignment)];
}
