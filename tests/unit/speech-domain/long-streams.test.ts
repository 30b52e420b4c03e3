import { expect, test } from "vitest";
import { takeSpeechSlot } from "../../../app/domains/billing/speech-slots";
import { generate } from "../../../app/domains/speech/generation";
import { streamText } from "../../../app/domains/speech/streamed-text";
import { audio, timing } from "../../support/generation-checks";
import { memorySlots } from "../../support/memory-slots";
import { caller, speechDouble, speechRequest, VOICE_ID } from "../../support/speech-double";
import { summaryFrame } from "../../support/speech-frames";

const MINUTE_MS = 60_000;

/** A sound of so many minutes, 30 frames each, with its times at the end of it. */
function soundOf(minutes: number) {
  return [
    ...Array.from({ length: minutes * 30 }, () => audio(1)),
    timing("One. Two. Three."),
    { type: "summary" as const, summary: summaryFrame(minutes * 60) },
  ];
}

/** Generations that take their places from the plan's two, by a clock that only reading moves on. */
function readAtPlayingSpeed() {
  const double = speechDouble();
  const clock = { nowMs: 0 };
  const nowMs = () => clock.nowMs;
  const { slots, state } = memorySlots(nowMs);
  const dependencies = { ...double.dependencies, nowMs };
  dependencies.billing.takeSpeechSlot = (request) => takeSpeechSlot({ slots, nowMs }, "free", request);
  const take = (requestId: string) =>
    dependencies.billing.takeSpeechSlot({ requestId, workspaceId: caller.workspaceId, group: "multilingual" });

  /** Reads until this minute. */
  async function read(frames: AsyncGenerator<unknown>, untilMinute: number) {
    while (clock.nowMs < untilMinute * MINUTE_MS && !(await frames.next()).done) clock.nowMs += 2000;
  }

  /** Whether a request in work counts now: of two places it leaves one. */
  async function isCounted() {
    const one = await take("one");
    const two = await take("two").catch(() => null);
    await Promise.all([one.release(), two?.release()]);
    return two === null;
  }
  return { double, dependencies, state, read, isCounted };
}

test("a stream that is read as it plays counts for all of its 25 minutes, and not after them", async () => {
  const { double, dependencies, state, read, isCounted } = readAtPlayingSpeed();
  double.engine.steps = soundOf(25);
  const generation = await generate(dependencies, caller, speechRequest());
  expect(state.renewals).toBe(0);
  await read(generation.frames, 20);
  expect(await isCounted()).toBe(true);
  await read(generation.frames, Number.POSITIVE_INFINITY);
  await generation.finished;
  expect(await isCounted()).toBe(false);
  expect(state.renewals).toBe(8);
});

test("a chunk of a text over a socket counts as long, and the socket holds nothing between two", async () => {
  const { double, dependencies, read, isCounted } = readAtPlayingSpeed();
  double.engine.steps = soundOf(25);
  const text = streamText(dependencies, caller, {
    voiceId: VOICE_ID,
    modelId: "eleven_multilingual_v2",
    outputFormat: "mp3_44100_128",
    normalization: "auto",
    keepInHistory: false,
  });
  const chunk = await text.speak("One. Two. Three.", {}, undefined);
  await read(chunk.frames, 20);
  expect(await isCounted()).toBe(true);
  await read(chunk.frames, Number.POSITIVE_INFINITY);
  await chunk.finished;
  expect(await isCounted()).toBe(false);
  await text.finish();
});
