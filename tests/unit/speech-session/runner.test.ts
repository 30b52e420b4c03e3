import { describe, expect, test, vi } from "vitest";
import { streamText } from "../../../app/domains/speech/streamed-text";
import { AppError } from "../../../app/lib/app-error";
import type { Action } from "../../../durable-objects/speech-session/machine";
import type { ServerMessage } from "../../../durable-objects/speech-session/protocol";
import { SessionRunner } from "../../../durable-objects/speech-session/runner";
import { caller, speechDouble, VOICE_ID } from "../../support/speech-double";
import { framesOfStretches, timingFrame } from "../../support/speech-frames";

interface Options {
  isMulti?: boolean;
  syncAlignment?: boolean;
  keepInHistory?: boolean;
  requireStanding?: () => Promise<void>;
}

function session(options: Options = {}) {
  const double = speechDouble();
  const sent: ServerMessage[] = [];
  const closed: [number, string][] = [];
  const errors: unknown[] = [];
  const runner = new SessionRunner({
    isMulti: options.isMulti ?? false,
    syncAlignment: options.syncAlignment ?? true,
    bytesPerSecond: 16_000,
    openText: () =>
      streamText(double.dependencies, caller, {
        voiceId: VOICE_ID,
        modelId: "eleven_flash_v2_5",
        outputFormat: "mp3_44100_128",
        normalization: "auto",
        keepInHistory: options.keepInHistory ?? true,
      }),
    send: (message) => void sent.push(message),
    close: (code, reason) => void closed.push([code, reason]),
    requireStanding: options.requireStanding ?? (async () => {}),
    reportError: (error) => void errors.push(error),
    nowMs: Date.now,
  });
  return { double, sent, closed, errors, runner };
}

const speak = (text: string, contextId = "default"): Action => ({
  type: "speak",
  contextId,
  text,
  settings: {},
  followedBy: "silence",
});
const end: Action[] = [{ type: "finish-context", contextId: "default" }, { type: "close-socket" }];
const idle = (runner: SessionRunner) => vi.waitFor(() => expect(runner.idleSinceMs).not.toBeNull());

describe("a session", () => {
  test("speaks its chunks in order, charges each, and leaves one history item with all of them", async () => {
    const { double, sent, closed, runner } = session();
    double.engine.steps = framesOfStretches(["One. ", "Two."]);
    runner.run([speak("One. Two.")]);
    await idle(runner);
    double.engine.steps = framesOfStretches(["Three."]);
    runner.run([speak("Three."), ...end]);
    await vi.waitFor(() => expect(closed).toEqual([[1000, ""]]));
    expect(sent).toHaveLength(4);
    expect(sent.at(-1)).toMatchObject({ isFinal: true });
    expect(double.credits.used).toBe(5 + 3);
    const [item] = double.items;
    expect(double.items).toHaveLength(1);
    expect(item).toMatchObject({ text: "One. Two.Three.", characterCountFrom: 0, characterCountTo: 8 });
    expect(double.storage.objects.get(item!.audio.audioKey)).toHaveLength(300);
    const { frames } = JSON.parse(new TextDecoder().decode(double.storage.objects.get(item!.audio.timingsKey)));
    expect(
      frames.map(
        (f: { alignment: { characterStartTimesSeconds: number[] } }) => f.alignment.characterStartTimesSeconds[0],
      ),
    ).toEqual([0, 0.25, expect.closeTo(0.45)]);
    expect(double.spoken[1]!.previousText).toBe("One. Two.");
  });

  test("ends its sound before it says that it was the last, for the client and in history", async () => {
    const { double, sent, closed, runner } = session();
    double.engine.steps = framesOfStretches(["One."]);
    double.engine.tail = new Uint8Array([7, 8, 9]);
    runner.run([speak("One."), ...end]);
    await vi.waitFor(() => expect(closed).toEqual([[1000, ""]]));
    expect(sent.slice(1)).toEqual([
      { audio: "BwgJ", isFinal: null, alignment: null, normalizedAlignment: null },
      expect.objectContaining({ isFinal: true }),
    ]);
    expect([...double.storage.objects.get(double.items[0]!.audio.audioKey)!.slice(-4)]).toEqual([1, 7, 8, 9]);
    expect(double.spoken[0]!.followedBy).toBe("silence");
  });

  test("lets out what more was to follow, once, and gives the last character that silence", async () => {
    const { double, sent, closed, runner } = session();
    double.engine.steps = framesOfStretches(["One. "]);
    double.engine.pause = { bytes: new Uint8Array([7]), seconds: 0.1 };
    const chunk = { ...speak("One. "), followedBy: "more" } as Action;
    runner.run([chunk, { type: "pause", contextId: "default" }]);
    runner.run([{ type: "pause", contextId: "default" }, ...end]);
    await vi.waitFor(() => expect(closed).toEqual([[1000, ""]]));
    expect(sent.slice(1)).toEqual([
      { audio: "Bw==", isFinal: null, alignment: null, normalizedAlignment: null },
      expect.objectContaining({ isFinal: true }),
    ]);
    const [item] = double.items;
    expect(item!.audio.durationMs).toBe(350);
    const { frames } = JSON.parse(new TextDecoder().decode(double.storage.objects.get(item!.audio.timingsKey)));
    expect(frames.at(-1).alignment.characterEndTimesSeconds.at(-1)).toBeCloseTo(0.35);
    expect([...double.storage.objects.get(item!.audio.audioKey)!.slice(-1)]).toEqual([7]);
  });

  test("tells times from the beginning of each message, in milliseconds", async () => {
    const { double, sent, runner } = session();
    double.engine.steps = framesOfStretches(["One. ", "Two."]);
    runner.run([speak("One. Two.")]);
    await idle(runner);
    for (const [message, text] of [
      [sent[0], "One. "],
      [sent[1], "Two."],
    ] as const) {
      expect(message).toMatchObject({
        isFinal: null,
        alignment: {
          chars: Array.from(text),
          charStartTimesMs: Array.from(text, (_, i) => i * 50),
          charDurationsMs: Array.from(text, () => 50),
        },
      });
      expect(message).not.toHaveProperty("contextId");
    }
  });

  test("names the context of each message where there are several", async () => {
    const { double, sent, runner } = session({ isMulti: true });
    double.engine.steps = framesOfStretches(["Hi."]);
    runner.run([speak("Hi.", "a"), speak("Hi.", "b"), { type: "finish-context", contextId: "a" }]);
    await idle(runner);
    expect(sent.map((message) => [message.contextId, "isFinal" in message && message.isFinal])).toEqual([
      ["a", null],
      ["b", null],
      ["a", true],
    ]);
    expect(double.items).toHaveLength(1);
    await runner.stop();
    expect(double.items).toHaveLength(2);
  });

  test("goes on after a chunk without anything to speak", async () => {
    const { double, sent, closed, runner } = session();
    double.engine.steps = [{ type: "error", error: { code: "nothing_speakable", message: "" } }];
    runner.run([speak("…"), ...end]);
    await vi.waitFor(() => expect(closed).toEqual([[1000, ""]]));
    expect(sent).toHaveLength(1);
    expect(double.credits.used).toBe(0);
    expect(double.items).toHaveLength(0);
  });

  test("that loses its client stops the engine, charges what went out, and keeps the chunks that were whole", async () => {
    const { double, runner } = session();
    double.engine.steps = framesOfStretches(["One."]);
    runner.run([speak("One.")]);
    await idle(runner);
    double.engine.steps = [
      { type: "audio", bytes: new Uint8Array(50) },
      { type: "timing", timing: timingFrame("Two. ") },
      new Promise(() => {}),
    ];
    runner.run([speak("Two. Three.")]);
    await vi.waitFor(() => expect(double.engine.taken).toBe(5));
    await runner.stop();
    expect(double.engine.cancelled).toBe(true);
    expect(double.credits.used).toBe(2 + 3);
    expect(double.credits.held.size).toBe(0);
    expect(double.slotsTaken.size).toBe(0);
    expect(double.items.map((item) => item.text)).toEqual(["One."]);
    expect(double.engine.ends).toEqual([{ isWorthRespeaking: true }]);
  });

  test("that keeps nothing speaks nothing again for the end of a sound that nobody hears", async () => {
    const { double, runner } = session({ keepInHistory: false });
    double.engine.steps = framesOfStretches(["One."]);
    runner.run([speak("One.")]);
    await idle(runner);
    await runner.stop();
    expect(double.engine.ends).toEqual([{ isWorthRespeaking: false }]);
  });

  test("that loses its client after a chunk's last word keeps the chunk to its end", async () => {
    const { double, runner } = session();
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const [audio, timing, summary] = framesOfStretches(["One."], 50);
    double.engine.steps = [audio!, timing!, waiting, audio!, summary!];
    runner.run([speak("One.")]);
    await vi.waitFor(() => expect(double.engine.taken).toBe(2));
    const stopping = runner.stop();
    goOn();
    await stopping;
    expect(double.credits.used).toBe(2);
    expect(double.items.map((item) => [item.text, item.audio.bytes])).toEqual([["One.", 100]]);
    expect(double.slotsTaken.size).toBe(0);
  });

  test("tells its client what failed, and closes with the code that fits", async () => {
    const { double, sent, closed, errors, runner } = session();
    double.engine.steps = [new Error("the process died")];
    runner.run([speak("One."), speak("Two.")]);
    await vi.waitFor(() => expect(closed).toHaveLength(1));
    expect(closed[0]![0]).toBe(1011);
    expect(sent).toEqual([expect.objectContaining({ error: "generation_failed", code: 1011 })]);
    expect(double.spoken).toHaveLength(1);
    expect(errors).toEqual([]);
    expect(double.credits.held.size).toBe(0);
  });

  test("says and charges nothing more once whoever it speaks for has no standing, and keeps what was spoken before", async () => {
    const requireStanding = vi.fn(async () => {});
    const { double, sent, closed, errors, runner } = session({ requireStanding });
    double.engine.steps = framesOfStretches(["One."]);
    runner.run([speak("One.")]);
    await idle(runner);
    const before = { sent: sent.length, used: double.credits.used };
    requireStanding.mockRejectedValue(new AppError("invalid_api_key", 401, "over"));
    double.engine.steps = framesOfStretches(["Two."]);
    runner.run([speak("Two."), speak("Three.")]);
    await vi.waitFor(() => expect(closed).toEqual([[1008, "over"]]));
    await idle(runner);
    expect(sent.slice(before.sent)).toEqual([{ message: "over", error: "invalid_api_key", code: 1008 }]);
    expect(double.credits.used).toBe(before.used);
    expect(double.credits.held.size).toBe(0);
    expect(double.slotsTaken.size).toBe(0);
    await vi.waitFor(() => expect(double.items.map((item) => item.text)).toEqual(["One."]));
    expect(requireStanding).toHaveBeenCalledTimes(2);
    expect(errors).toEqual([]);
  });

  test("prepares a chunk while it is asked whether it may speak, and sends no sound before the answer", async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { double, sent, runner } = session({ requireStanding: () => asked });
    double.engine.steps = framesOfStretches(["One."]);
    runner.run([speak("One.")]);
    await vi.waitFor(() => expect(double.spoken).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent).toEqual([]);
    answer();
    await idle(runner);
    expect(sent).toHaveLength(1);
  });

  test("refuses before anything that waits", async () => {
    const { sent, closed, runner } = session();
    runner.run([{ type: "refuse", error: "too_many_contexts", message: "no" }]);
    expect(sent).toEqual([{ message: "no", error: "too_many_contexts", code: 1008 }]);
    expect(closed).toEqual([[1008, "no"]]);
    runner.fail(new AppError("internal_error", 500, "again"));
    expect(closed).toHaveLength(1);
  });

  test("without history keeps nothing", async () => {
    const { double, closed, runner } = session({ keepInHistory: false });
    runner.run([speak("One. Two. Three."), ...end]);
    await vi.waitFor(() => expect(closed).toHaveLength(1));
    expect(double.credits.used).toBe(8);
    expect(double.storage.objects.size).toBe(0);
  });

  test("sends sound before its times are known, unless they have to come together", async () => {
    const big = new Uint8Array(20_000);
    for (const [syncAlignment, messages] of [
      [true, 1],
      [false, 2],
    ] as const) {
      const { double, sent, runner } = session({ syncAlignment });
      double.engine.steps = [
        { type: "audio", bytes: big },
        { type: "timing", timing: timingFrame("One.") },
        ...framesOfStretches([]).slice(-1),
      ];
      runner.run([speak("One.")]);
      await idle(runner);
      expect(sent).toHaveLength(messages);
      expect(sent.at(-1)).toMatchObject({ alignment: { chars: Array.from("One.") } });
    }
  });
});
