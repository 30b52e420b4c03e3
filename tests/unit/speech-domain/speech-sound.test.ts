import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SpeechPoolEnv } from "../../../workers/app/speech-processes";
import { soundInSeveral } from "../../../workers/app/speech-sound";
import { encodeFrame } from "../../../workers/speech/frames";
import type { SoundInMaking, SpeakRequest, SpeechFrame, SpeechService } from "../../../workers/speech/protocol";
import { summaryFrame, timingFrame } from "../../support/speech-frames";

const request = (text: string, engine = "embedded") =>
  ({ requestId: "req_1", engine, entries: [{ text }], followedBy: "silence" }) as SpeakRequest;

/**
 * A process whose encoder gives each request's characters, each as its code after the sum of all codes it has been given, so that
 * its bytes tell what went through it before.
 */
function soundProcess() {
  const state = { spoken: [] as string[], open: 0, isDown: false, diesIn: "" };
  async function openSound(): Promise<SoundInMaking> {
    if (state.isDown) throw new Error("connection refused");
    state.open++;
    let sum = 0;
    let isDead = false;
    const code = (text: string) =>
      Uint8Array.from(
        Array.from(text).flatMap((character) => {
          sum += character.charCodeAt(0);
          return [sum % 251, character.charCodeAt(0)];
        }),
      );
    return {
      async speak({ entries }) {
        if (isDead || state.isDown) throw new Error("connection lost");
        const text = entries[0]!.text;
        const frames: SpeechFrame[] =
          text === "…"
            ? [{ type: "error", error: { code: "nothing_speakable", message: "" } }]
            : [
                { type: "audio", bytes: code(text) },
                { type: "timing", timing: timingFrame(text) },
                { type: "summary", summary: summaryFrame(1) },
              ];
        state.spoken.push(text);
        const bytes = Buffer.concat(frames.map(encodeFrame));
        if (state.diesIn === text) {
          isDead = true;
          return streamOf(bytes.subarray(0, 7), new Error("connection lost"));
        }
        return streamOf(bytes);
      },
      async pause() {
        if (isDead || state.isDown) throw new Error("connection lost");
        return { bytes: code("_"), seconds: 0.1 };
      },
      async finish() {
        if (isDead || state.isDown) throw new Error("connection lost");
        return new Uint8Array([sum % 251]);
      },
      [Symbol.dispose]() {
        state.open--;
      },
    };
  }
  return { service: { openSound } as unknown as SpeechService, state };
}

function streamOf(bytes: Uint8Array, ending?: Error): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream(
    {
      type: "bytes",
      pull(given) {
        const controller = given as ReadableByteStreamController;
        if (!isSent) controller.enqueue(Uint8Array.from(bytes));
        else if (ending) controller.error(ending);
        else {
          controller.close();
          controller.byobRequest?.respond(0);
        }
        isSent = true;
      },
    },
    { highWaterMark: 0 },
  );
}

type Sound = ReturnType<typeof soundInSeveral>;

async function hear(sound: Sound, asked: SpeakRequest): Promise<number[]> {
  const bytes: number[] = [];
  const { frames } = await sound.speak(asked);
  for await (const frame of frames) if (frame.type === "audio") bytes.push(...frame.bytes);
  return bytes;
}

const ending = async (sound: Sound) => [...(await sound.finish({ isWorthRespeaking: true }))];

/** What one process makes of the texts, undisturbed. */
async function undisturbed(...texts: string[]): Promise<number[]> {
  const sound = soundInSeveral({ SPEECH: soundProcess().service }, "mp3_44100_128");
  const bytes: number[] = [];
  for (const text of texts) bytes.push(...(await hear(sound, request(text))));
  return [...bytes, ...(await ending(sound))];
}

function two() {
  const [first, second] = [soundProcess(), soundProcess()];
  const env: SpeechPoolEnv = { SPEECH: first.service, SPEECH_1: second.service };
  return { first, second, sound: soundInSeveral(env, "mp3_44100_128") };
}

describe("a sound of several requests", () => {
  test("is made by one encoder at one process, which is let go at its end", async () => {
    const { first, second, sound } = two();
    const bytes = [...(await hear(sound, request("One."))), ...(await hear(sound, request("Two.")))];
    expect(first.state.open).toBe(1);
    expect([...bytes, ...(await ending(sound))]).toEqual(await undisturbed("One.", "Two."));
    expect([first.state.spoken, first.state.open, second.state.spoken]).toEqual([["One.", "Two."], 0, []]);
  });

  test.each(["between two requests", "in the middle of one"])(
    "goes on with the same bytes at another process when its own is lost %s",
    async (when) => {
      const { first, second, sound } = two();
      const bytes = await hear(sound, request("One."));
      if (when === "between two requests") first.state.isDown = true;
      else first.state.diesIn = "Two.";
      bytes.push(...(await hear(sound, request("Two."))));
      bytes.push(...(await hear(sound, request("Three."))));
      expect([...bytes, ...(await ending(sound))]).toEqual(await undisturbed("One.", "Two.", "Three."));
      expect(second.state.spoken).toEqual(["One.", "Two.", "Three."]);
      expect([first.state.open, second.state.open]).toEqual([0, 0]);
    },
  );

  test("has its silences spoken again too, where its process is lost", async () => {
    const make = async (isLost: boolean) => {
      const { first, sound } = two();
      const bytes = await hear(sound, request("One."));
      bytes.push(...(await sound.pause()).bytes);
      first.state.isDown = isLost;
      bytes.push(...(await hear(sound, request("Two."))));
      return [...bytes, ...(await ending(sound))];
    };
    expect(await make(true)).toEqual(await make(false));
  });

  test("has no silence where nothing was spoken, or nobody is there to make it", async () => {
    const { first, sound } = two();
    expect((await sound.pause()).bytes).toHaveLength(0);
    const bytes = await hear(sound, request("One."));
    first.state.isDown = true;
    expect((await sound.pause()).bytes).toHaveLength(0);
    bytes.push(...(await hear(sound, request("Two."))));
    expect([...bytes, ...(await ending(sound))]).toEqual(await undisturbed("One.", "Two."));
  });

  test("goes to another process than those that are open already", async () => {
    const { first, second, sound } = two();
    const other = soundInSeveral({ SPEECH: first.service, SPEECH_1: second.service }, "mp3_44100_128");
    await hear(sound, request("One."));
    await hear(other, request("Two."));
    expect([first.state.spoken, second.state.spoken]).toEqual([["One."], ["Two."]]);
    for (const each of [sound, other]) await ending(each);
    const third = soundInSeveral({ SPEECH: first.service, SPEECH_1: second.service }, "mp3_44100_128");
    await hear(third, request("Three."));
    expect(first.state.spoken).toEqual(["One.", "Three."]);
    await ending(third);
  });

  test("has its end also where its process is lost before it, if that is worth it", async () => {
    for (const isWorthRespeaking of [true, false]) {
      const { first, sound } = two();
      await hear(sound, request("One."));
      first.state.isDown = true;
      const end = [...(await sound.finish({ isWorthRespeaking }))];
      expect(end).toEqual(isWorthRespeaking ? (await undisturbed("One.")).slice(-1) : []);
    }
  });

  test("ends as if a request had not been that was cancelled in the middle", async () => {
    const { first, sound } = two();
    await hear(sound, request("One."));
    const { frames, cancel } = await sound.speak(request("Two."));
    await frames.next();
    cancel();
    expect(await ending(sound)).toEqual((await undisturbed("One.")).slice(-1));
    expect(first.state.open).toBe(0);
  });

  test("is not touched by a text without anything to speak", async () => {
    const { first, sound } = two();
    const bytes = [...(await hear(sound, request("One."))), ...(await hear(sound, request("…")))];
    bytes.push(...(await hear(sound, request("Two."))));
    expect([...bytes, ...(await ending(sound))]).toEqual(await undisturbed("One.", "Two."));
    expect(first.state.spoken).toEqual(["One.", "…", "Two."]);
  });

  test("has no end where nothing was spoken", async () => {
    const { first, sound } = two();
    expect(await ending(sound)).toEqual([]);
    const unspoken = two();
    await hear(unspoken.sound, request("…"));
    expect(await ending(unspoken.sound)).toEqual([]);
    expect([first.state.open, unspoken.first.state.open]).toEqual([0, 0]);
  });

  test.each([
    ["that is too long to be spoken again", "A".repeat(6_000), "embedded"],
    ["of an engine outside, which would say it differently", "One.", "openai-compatible"],
  ])("%s goes on with a new beginning", async (_what, text, engine) => {
    const { first, second, sound } = two();
    await hear(sound, request(text, engine));
    await hear(sound, request(text, engine));
    first.state.isDown = true;
    expect(await hear(sound, request("End.", engine))).toEqual((await undisturbed("End.")).slice(0, -1));
    expect(second.state.spoken).toEqual(["End."]);
  });

  test("that ends while a request is still being opened lets go of what was opened for it", async () => {
    for (const before of [[], ["One."]]) {
      const { first, second, sound } = two();
      for (const text of before) await hear(sound, request(text));
      const speaking = sound.speak(request("Refused.")).then(
        ({ cancel }) => cancel(),
        () => {},
      );
      const end = await ending(sound);
      await speaking;
      expect(end).toEqual(before.length > 0 ? (await undisturbed(...before)).slice(-1) : []);
      expect([first.state.open, second.state.open]).toEqual([0, 0]);
    }
  });

  describe("while every process is down", () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    const allDown = async (engine?: string) => {
      const { first, second, sound } = two();
      const bytes = await hear(sound, request("One.", engine));
      for (const { state } of [first, second]) state.isDown = true;
      return { first, second, sound, bytes };
    };

    test("waits for one to be back", async () => {
      const { second, sound, bytes } = await allDown();
      setTimeout(() => {
        second.state.isDown = false;
      }, 9_000);
      const hearing = hear(sound, request("Two."));
      await vi.advanceTimersByTimeAsync(10_000);
      bytes.push(...(await hearing));
      expect([...bytes, ...(await ending(sound))]).toEqual(await undisturbed("One.", "Two."));
    });

    test("is refused after 18 seconds, and goes on with what is asked once one is back", async () => {
      const { second, sound, bytes } = await allDown();
      const refused = expect(sound.speak(request("Two."))).rejects.toMatchObject({ code: "system_busy", status: 503 });
      await vi.advanceTimersByTimeAsync(18_000);
      await refused;
      second.state.isDown = false;
      bytes.push(...(await hear(sound, request("Two."))));
      expect([...bytes, ...(await ending(sound))]).toEqual(await undisturbed("One.", "Two."));
    });

    test("waits no longer once it is to end", async () => {
      const { first, second, sound } = await allDown();
      const refused = expect(sound.speak(request("Two."))).rejects.toThrow();
      await vi.advanceTimersByTimeAsync(1_000);
      await sound.finish({ isWorthRespeaking: false });
      second.state.isDown = false;
      await vi.advanceTimersByTimeAsync(18_000);
      await refused;
      expect([first.state.open, second.state.open, second.state.spoken]).toEqual([0, 0, []]);
    });

    test("is refused at once where an engine outside speaks, which is not asked twice", async () => {
      const { sound } = await allDown("openai-compatible");
      await expect(sound.speak(request("Two.", "openai-compatible"))).rejects.toMatchObject({ code: "system_busy" });
    });
  });
});
