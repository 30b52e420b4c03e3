import { describe, expect, test, vi } from "vitest";
import { speechPool } from "../../../workers/app/speech-pool";
import type { SpeechPoolEnv } from "../../../workers/app/speech-processes";
import { encodeFrame } from "../../../workers/speech/frames";
import type { SpeakRequest, SpeechFrame, SpeechService } from "../../../workers/speech/protocol";
import { namesOfSpeech } from "../../../workers/tooling/speech-names.mjs";
import { bindingOf } from "../../../workers/tooling/worker-options.mjs";
import { framesOfStretches } from "../../support/speech-frames";

const request = { requestId: "req_1", engine: "embedded", entries: [{ text: "One. Two. Three." }] } as SpeakRequest;
const FRAMES = framesOfStretches(["One. ", "Two. ", "Three."], 1000);

/** A process that sends its frames in pieces of `pieceBytes`, and dies after `diesAfterBytes`. */
function speechProcess(
  options: {
    frames?: SpeechFrame[];
    pieceBytes?: number;
    diesAfterBytes?: number;
    silentAfterBytes?: number;
    isDown?: () => boolean;
  } = {},
) {
  const {
    frames = FRAMES,
    pieceBytes = 300,
    diesAfterBytes = Number.POSITIVE_INFINITY,
    silentAfterBytes = Number.POSITIVE_INFINITY,
    isDown = () => false,
  } = options;
  const state = { calls: 0, cancelled: 0, readers: 0 };
  const service = {
    async speak() {
      state.calls++;
      if (isDown()) throw new Error("connection refused");
      const bytes = Buffer.concat(frames.map(encodeFrame));
      let at = 0;
      return new ReadableStream<Uint8Array>(
        {
          type: "bytes",
          pull(given) {
            const controller = given as ReadableByteStreamController;
            if (at >= diesAfterBytes) return controller.error(new Error("connection lost"));
            if (at >= silentAfterBytes) return new Promise<void>(() => {});
            if (at >= bytes.length) {
              controller.close();
              // A read that is pending would else wait for ever.
              return controller.byobRequest?.respond(0);
            }
            controller.enqueue(Uint8Array.from(bytes.subarray(at, at + pieceBytes)));
            at += pieceBytes;
          },
          cancel() {
            state.cancelled++;
          },
        },
        { highWaterMark: 0 },
      );
    },
  } as unknown as SpeechService;
  return { service, state };
}

async function heard(env: SpeechPoolEnv, asked = request) {
  const audio: number[] = [];
  const texts: string[] = [];
  let ended = "";
  const { frames } = await speechPool(env).speak(asked);
  for await (const frame of frames) {
    if (frame.type === "audio") audio.push(...frame.bytes);
    if (frame.type === "timing") texts.push(frame.timing.alignment.characters.join(""));
    if (frame.type === "summary" || frame.type === "error") ended = frame.type;
  }
  return { audio, texts, ended };
}

describe("the speech processes", () => {
  test("get requests by least load", async () => {
    const [a, b] = [speechProcess(), speechProcess()];
    const pool = speechPool({ SPEECH: a.service, SPEECH_1: b.service });
    const first = await pool.speak(request);
    const second = await pool.speak(request);
    expect([a.state.calls, b.state.calls]).toEqual([1, 1]);
    first.cancel();
    const third = await pool.speak(request);
    expect([a.state.calls, b.state.calls]).toEqual([2, 1]);
    second.cancel();
    third.cancel();
    expect([a.state.cancelled, b.state.cancelled]).toEqual([2, 1]);
  });

  test.each([1, 2, 5, 8])("are all at work, of %i that are bound", async (count) => {
    const processes = Array.from({ length: count }, () => speechProcess());
    const names = namesOfSpeech(count).map(bindingOf);
    const bound = Object.fromEntries(names.map((name, i) => [name, processes[i]!.service]));
    // What else begins like one is none.
    const env = { SPEECH_ENGINE: "embedded", SPEECH_SESSION: {}, ...bound } as unknown as SpeechPoolEnv;
    const pool = speechPool(env);
    const streams = [];
    for (let i = 0; i < 2 * count; i++) streams.push(await pool.speak(request));
    expect(processes.map(({ state }) => state.calls)).toEqual(Array(count).fill(2));
    for (const stream of streams) stream.cancel();
  });

  test("are asked in turn when one is down, and say so when all are", async () => {
    const down = speechProcess({ isDown: () => true });
    const up = speechProcess();
    expect((await heard({ SPEECH: down.service, SPEECH_1: up.service })).ended).toBe("summary");
    await expect(speechPool({ SPEECH: down.service }).speak(request)).rejects.toMatchObject({
      code: "system_busy",
      status: 503,
    });
  });

  test.each([310, 1000, 1005, 1300, 2400, 3300])(
    "that die after %i bytes are taken over without a byte lost or doubled",
    async (diesAfterBytes) => {
      const whole = await heard({ SPEECH: speechProcess().service });
      const dying = speechProcess({ diesAfterBytes });
      const other = speechProcess({ pieceBytes: 77 });
      expect(await heard({ SPEECH: dying.service, SPEECH_1: other.service })).toEqual(whole);
      expect(dying.state.calls).toBe(1);
    },
  );

  test("that fall silent are taken over as if they had died", async () => {
    vi.useFakeTimers();
    try {
      const whole = await heard({ SPEECH: speechProcess().service });
      const silent = speechProcess({ silentAfterBytes: 1200 });
      const hearing = heard({ SPEECH: silent.service, SPEECH_1: speechProcess().service });
      await vi.advanceTimersByTimeAsync(29_000);
      expect(silent.state.cancelled).toBe(0);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await hearing).toEqual(whole);
    } finally {
      vi.useRealTimers();
    }
  });

  test("that come back are waited for", async () => {
    let asked = 0;
    const reborn = speechProcess({ diesAfterBytes: 1200, isDown: () => asked++ > 0 && asked < 4 });
    const { service } = reborn;
    const once = {
      SPEECH: {
        speak: async (r: SpeakRequest) => (asked > 3 ? speechProcess().service.speak(r) : service.speak(r)),
      } as unknown as SpeechService,
    };
    expect((await heard(once)).ended).toBe("summary");
  });

  test("whose stream lost pieces on its way are asked again for what is missing", async () => {
    const whole = await heard({ SPEECH: speechProcess().service });
    const losing = speechProcess({ frames: [FRAMES[0]!, FRAMES.at(-1)!] });
    const other = speechProcess();
    expect(await heard({ SPEECH: losing.service, SPEECH_1: other.service })).toEqual(whole);
    const always = speechProcess({ frames: [FRAMES[0]!, FRAMES[1]!, FRAMES.at(-1)!] });
    expect(await heard({ SPEECH: always.service })).toMatchObject({ texts: ["One. "], ended: "summary" });
    expect(always.state.calls).toBe(2);
  });

  test("whose stream is whole are read to the end of it, not cancelled", async () => {
    const one = speechProcess();
    await heard({ SPEECH: one.service });
    expect(one.state.cancelled).toBe(0);
  });

  test("outside are not taken over, since they would say it differently", async () => {
    const dying = speechProcess({ diesAfterBytes: 1200 });
    const other = speechProcess();
    const env = { SPEECH: dying.service, SPEECH_1: other.service };
    await expect(heard(env, { ...request, engine: "openai-compatible" })).rejects.toThrow("connection lost");
    expect(other.state.calls).toBe(0);
  });

  test("that report an error are not asked again", async () => {
    const frames: SpeechFrame[] = [FRAMES[0]!, { type: "error", error: { code: "engine_failed", message: "no" } }];
    const failing = speechProcess({ frames });
    expect((await heard({ SPEECH: failing.service })).ended).toBe("error");
    expect(failing.state.calls).toBe(1);
  });

  test("whose stream is cancelled end it at once", async () => {
    const one = speechProcess();
    const { frames, cancel } = await speechPool({ SPEECH: one.service }).speak(request);
    await frames.next();
    cancel();
    const rest = [];
    for await (const frame of frames) rest.push(frame);
    expect(rest.length).toBeLessThan(FRAMES.length - 1);
    expect(one.state.cancelled).toBe(1);
  });
});

test("speech goes past the process that is converting a sound", async () => {
  const [first, second] = [speechProcess(), speechProcess()];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const decode = async () => {
    await finished;
    return { pcm: new Uint8Array(2), sampleRateHz: 8000 };
  };
  const env = { SPEECH: { ...first.service, decode }, SPEECH_1: { ...second.service, decode } } as SpeechPoolEnv;
  const decoding = speechPool(env).decode(new Uint8Array(1), "mp3_44100_128");
  await heard(env);
  expect([first.state.calls, second.state.calls]).toEqual([0, 1]);
  finish();
  await decoding;
  await heard(env);
  expect([first.state.calls, second.state.calls]).toEqual([1, 1]);
});
