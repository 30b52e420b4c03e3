import { describe, expect, test, vi } from "vitest";
import { REST_TIMEOUT_MS, STALL_TIMEOUT_MS } from "../../../app/domains/speech/delivery";
import { generate } from "../../../app/domains/speech/generation";
import type { SpeechFrame } from "../../../workers/speech/protocol";
import { audio, drain, expectNothingLeft, refusal, timing } from "../../support/generation-checks";
import { caller, speechDouble, speechRequest } from "../../support/speech-double";
import { framesOfStretches } from "../../support/speech-frames";

describe("a client that leaves", () => {
  test("between two pieces stops the engine and pays what it got", async () => {
    const double = speechDouble();
    const leaving = new AbortController();
    const generation = await generate(double.dependencies, caller, speechRequest({ signal: leaving.signal }));
    await generation.frames.next();
    await generation.frames.next();
    leaving.abort();
    expect(await generation.finished).toMatchObject({ outcome: "cancelled", charged: 5 });
    expect(double.engine.cancelled).toBe(true);
    expect(double.engine.taken).toBeLessThan(7);
    expect(double.items).toHaveLength(0);
    expect(double.storage.objects.size).toBe(0);
    expectNothingLeft(double);
  });

  test("while the engine is at work does not wait for it", async () => {
    const double = speechDouble();
    double.engine.steps = [audio(1), new Promise(() => {}), timing("One. ")];
    const leaving = new AbortController();
    const generation = await generate(double.dependencies, caller, speechRequest({ signal: leaving.signal }));
    const reading = drain(generation);
    leaving.abort();
    await reading;
    expect(await generation.finished).toMatchObject({ outcome: "cancelled", charged: 0 });
    expectNothingLeft(double);
  });

  test("before the first sound costs nothing", async () => {
    const double = speechDouble();
    double.engine.steps = [new Promise(() => {}), audio(1)];
    const leaving = new AbortController();
    const starting = generate(double.dependencies, caller, speechRequest({ signal: leaving.signal }));
    setTimeout(() => leaving.abort(), 5);
    await drain(await starting);
    expect(double.credits.used).toBe(0);
    expectNothingLeft(double);
  });

  test("before the engine was asked costs nothing", async () => {
    const double = speechDouble();
    double.engine.steps = [new Promise(() => {}), audio(1)];
    const generation = await generate(double.dependencies, caller, speechRequest({ signal: AbortSignal.abort() }));
    await drain(generation);
    expect(await generation.finished).toMatchObject({ outcome: "cancelled", charged: 0 });
    expectNothingLeft(double);
  });

  test("with the last piece in hand has paid for all", async () => {
    const double = speechDouble();
    const generation = await generate(double.dependencies, caller, speechRequest());
    for (let i = 0; i < 7; i++) await generation.frames.next();
    await generation.frames.return();
    expect(await generation.finished).toMatchObject({ outcome: "complete", charged: 16 });
    expect(double.items).toHaveLength(1);
  });
});

describe("a client that leaves after the last word, before the end of the sound", () => {
  const tail = framesOfStretches([]).slice(-1);
  const steps = [audio(1), timing("One. Two. "), audio(2), timing("Three."), audio(3), audio(4), ...tail];

  test.each([4, 5, 6])("and took %d pieces has paid for all, and finds all of it in history", async (taken) => {
    const double = speechDouble();
    double.engine.steps = steps;
    const leaving = new AbortController();
    const generation = await generate(double.dependencies, caller, speechRequest({ signal: leaving.signal }));
    for (let i = 0; i < taken; i++) await generation.frames.next();
    leaving.abort();
    expect(await generation.finished).toMatchObject({ outcome: "complete", charged: 16 });
    expect((await generation.frames.next()).done).toBe(true);
    const [item] = double.items;
    expect(double.items).toHaveLength(1);
    expect(double.storage.objects.get(item!.audio.audioKey)).toEqual(
      Uint8Array.from([1, 2, 3, 4].flatMap((byte) => Array<number>(100).fill(byte))),
    );
    const timings = JSON.parse(new TextDecoder().decode(double.storage.objects.get(item!.audio.timingsKey)));
    expect(timings.frames).toHaveLength(2);
    expectNothingLeft(double);
  });

  test("by not asking for more has the same", async () => {
    const double = speechDouble();
    double.engine.steps = steps;
    const generation = await generate(double.dependencies, caller, speechRequest());
    for (let i = 0; i < 4; i++) await generation.frames.next();
    await generation.frames.return();
    expect(await generation.finished).toMatchObject({ outcome: "complete", charged: 16 });
    expect(double.items).toHaveLength(1);
  });

  test("while the engine is at the end of the sound has the same", async () => {
    const double = speechDouble();
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    double.engine.steps = [...steps.slice(0, 4), waiting, ...steps.slice(4)];
    const leaving = new AbortController();
    const generation = await generate(double.dependencies, caller, speechRequest({ signal: leaving.signal }));
    const reading = drain(generation);
    await vi.waitFor(() => expect(double.engine.taken).toBe(4));
    leaving.abort();
    goOn();
    expect(await reading).toHaveLength(200);
    expect(await generation.finished).toMatchObject({ outcome: "complete", charged: 16 });
    expect(double.items[0]!.audio.bytes).toBe(400);
  });

  test("pays nothing when the engine does not come to the end", async () => {
    const double = speechDouble();
    double.engine.steps = [...steps.slice(0, 4), new Promise(() => {}), ...steps.slice(4)];
    const generation = await generate(double.dependencies, caller, speechRequest());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      for (let i = 0; i < 4; i++) await generation.frames.next();
      generation.cancel();
      await vi.advanceTimersByTimeAsync(REST_TIMEOUT_MS + 1);
      expect(await generation.finished).toMatchObject({ outcome: "cancelled", charged: 0 });
      expect(double.credits.used).toBe(0);
      expect(double.items).toHaveLength(0);
      expectNothingLeft(double);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is not charged for a stretch whose times come after it left", async () => {
    const double = speechDouble();
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    // The last times arrive from an engine that was told to stop a moment ago.
    double.engine.steps = [...steps.slice(0, 3), waiting];
    const leaving = new AbortController();
    const { engines } = double.dependencies;
    double.dependencies.engines = {
      ...engines,
      async speak(request) {
        const source = await engines.speak(request);
        async function* late() {
          yield* source.frames;
          yield steps[3] as SpeechFrame;
        }
        return { frames: late(), cancel: source.cancel };
      },
    };
    const generation = await generate(double.dependencies, caller, speechRequest({ signal: leaving.signal }));
    const reading = drain(generation);
    await vi.waitFor(() => expect(double.engine.taken).toBe(3));
    leaving.abort();
    goOn();
    await reading;
    expect(await generation.finished).toMatchObject({ outcome: "cancelled", charged: 10 });
    expect(double.items).toHaveLength(0);
    expectNothingLeft(double);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "or anywhere else never pays for all without an item (%d pieces)",
    async (taken) => {
      const double = speechDouble();
      double.engine.steps = steps;
      const generation = await generate(double.dependencies, caller, speechRequest());
      for (let i = 0; i < taken; i++) await generation.frames.next();
      generation.cancel();
      const { charged } = await generation.finished;
      expect(charged === 16).toBe(double.items.length === 1);
      expect(double.credits.used).toBe(charged);
      expectNothingLeft(double);
    },
  );
});

test("a reader that stalls is given up after its time, with the engine held back meanwhile", async () => {
  const double = speechDouble();
  const generation = await generate(double.dependencies, caller, speechRequest());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    await generation.frames.next();
    await vi.advanceTimersByTimeAsync(STALL_TIMEOUT_MS - 1);
    expect(double.engine.taken).toBe(1);
    expect(double.engine.cancelled).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect(await generation.finished).toMatchObject({ outcome: "cancelled", charged: 0 });
    expect(double.engine.cancelled).toBe(true);
    expect((await refusal(generation.frames.next())).status).toBe(408);
    expectNothingLeft(double);
  } finally {
    vi.useRealTimers();
  }
});
