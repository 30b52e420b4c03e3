import { describe, expect, test, vi } from "vitest";
import { generate } from "../../../app/domains/speech/generation";
import type { Generation } from "../../../app/domains/speech/schema";
import { PART_BYTES } from "../../../app/domains/speech/sound-recorder";
import { collectWhole } from "../../../app/domains/speech/whole-sound";
import { audio, drain, expectNothingLeft, timing } from "../../support/generation-checks";
import { caller, speechDouble, speechRequest } from "../../support/speech-double";
import { framesOfStretches } from "../../support/speech-frames";

type Double = ReturnType<typeof speechDouble>;

/** Speaks to the end with something out of order there. */
async function spokenWith(double: Double, outOfOrder: () => void, change = {}) {
  const generation = await generate(double.dependencies, caller, speechRequest(change));
  outOfOrder();
  expect(await drain(generation)).toHaveLength(300);
  return generation.finished;
}

async function readToEnd(generation: Generation): Promise<void> {
  for await (const _frame of generation.frames);
}

/** Heard, paid for exactly once, and nothing of it anywhere else. */
function expectPaidAlone(double: Double) {
  expect(double.credits.used).toBe(16);
  expect(double.items).toHaveLength(0);
  expect(double.storage.objects.size).toBe(0);
  expectNothingLeft(double);
}

describe("the charge and the item of a finished sound", () => {
  test("are written in one step, once sound and times are both in storage", async () => {
    const double = speechDouble();
    const { storage } = double;
    const put = storage.put.bind(storage);
    const waiting = new Map<string, () => void>();
    storage.put = (async (key: string, value: string) => {
      await new Promise<void>((resolve) => waiting.set(key.includes("timings") ? "times" : "sound", resolve));
      return put(key, value);
    }) as typeof storage.put;
    const settle = vi.spyOn(double.dependencies.billing, "settle");
    const drained = drain(await generate(double.dependencies, caller, speechRequest()));
    // Neither waits for the other.
    await vi.waitFor(() => expect([...waiting.keys()].sort()).toEqual(["sound", "times"]));
    waiting.get("sound")!();
    await vi.waitFor(() => expect(storage.objects.size).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(settle).not.toHaveBeenCalled();
    expect(double.credits.used).toBe(0);
    waiting.get("times")!();
    await drained;
    expect(settle).toHaveBeenCalledOnce();
    expect(double.credits.used).toBe(16);
    expect(double.items).toHaveLength(1);
  });

  test("are tried once more where the database refuses them, and then there once", async () => {
    const double = speechDouble();
    const finished = await spokenWith(double, () => double.failNextItems(1));
    expect(finished).toMatchObject({ outcome: "complete", charged: 16, sound: { bytes: 300 } });
    expect(double.credits.used).toBe(16);
    expect(double.items).toHaveLength(1);
    expect(double.errors).toEqual([]);
    expectNothingLeft(double);
  });

  test("part only where the item is refused again: what was heard is paid, its objects go, and it is told", async () => {
    const double = speechDouble();
    const finished = await spokenWith(double, () => double.failNextItems(2));
    expect(finished).toMatchObject({ outcome: "complete", charged: 16, sound: null });
    expect(finished.settlement).toMatchObject({ characterCountFrom: 0, characterCountTo: 16 });
    expect(double.errors).toEqual(["history_item_not_written"]);
    expectPaidAlone(double);
  });

  test("of a repeat part the same, and its file stays where it is", async () => {
    const double = speechDouble();
    await spokenWith(double, () => {});
    await spokenWith(double, () => double.failNextItems(2), { requestId: "req_2" });
    expect(double.credits.used).toBe(32);
    expect(double.items).toHaveLength(1);
    expect(double.storage.objects.size).toBe(2);
    expectNothingLeft(double);
  });

  test("are there once where they were written but the answer was lost, and the sound stays", async () => {
    const double = speechDouble();
    const { billing } = double.dependencies;
    const settle = billing.settle.bind(billing);
    let lost = 1;
    billing.settle = async (...charge) => {
      const settlement = await settle(...charge);
      if (lost-- > 0) throw new Error("the connection broke");
      return settlement;
    };
    const finished = await spokenWith(double, () => {});
    expect(finished).toMatchObject({ charged: 16, sound: { bytes: 300 } });
    expect(double.credits.used).toBe(16);
    expect(double.items).toHaveLength(1);
    expect(double.storage.objects.size).toBe(2);
    expect(double.errors).toEqual([]);
  });

  test("are there neither where the credits were given back before, and nothing is left in storage", async () => {
    const double = speechDouble();
    const finished = await spokenWith(double, () => double.credits.held.clear());
    expect(finished.charged).toBe(0);
    expect(double.credits.used).toBe(0);
    expect(double.items).toHaveLength(0);
    expect(double.storage.objects.size).toBe(0);
    expect(double.errors).toEqual(["generation_not_settled"]);
    expectNothingLeft(double);
  });

  test("stay unwritten where the database is gone: the credits stay held for the sweep, the sound stays", async () => {
    const double = speechDouble();
    const finished = await spokenWith(double, () => {
      double.dependencies.billing.settle = () => Promise.reject(new Error("the database is gone"));
    });
    expect(finished).toMatchObject({ outcome: "complete", charged: 0 });
    expect(double.credits.held.get("req_1")).toBe(16);
    expect(double.items).toHaveLength(0);
    // Nobody knows whether a batch was written, so nothing that an item may have is deleted.
    expect(double.storage.objects.size).toBe(2);
    expect(double.errors).toEqual(["history_item_not_written", "generation_not_settled"]);
    expect(double.slotsTaken.size).toBe(0);
  });
});

test("times that cannot be stored leave no item and no sound, and are paid", async () => {
  const double = speechDouble();
  const finished = await spokenWith(double, () => double.storage.failNextWrites(2, ".timings.json"));
  expect(finished).toMatchObject({ outcome: "complete", charged: 16, sound: null });
  expect(double.errors).toEqual(["history_item_not_written"]);
  expectPaidAlone(double);
});

test("of two equal requests at once the slower one has the sound of the faster one, and its own objects go", async () => {
  const double = speechDouble();
  const generations = await Promise.all(
    ["req_1", "req_2"].map((requestId) => generate(double.dependencies, caller, speechRequest({ requestId }))),
  );
  await Promise.all(generations.map(drain));
  const finished = await Promise.all(generations.map((generation) => generation.finished));
  expect(double.files).toHaveLength(1);
  expect(double.items.map((item) => item.audio.id)).toEqual(Array(2).fill(double.files[0]!.id));
  expect(finished.map(({ sound }) => sound!.key)).toEqual(Array(2).fill(double.files[0]!.audioKey));
  expect(double.storage.objects.size).toBe(2);
  expect(double.credits.used).toBe(32);
  expectNothingLeft(double);
});

describe("a sound that is sent from storage", () => {
  const stepsOf = (parts: number) => [
    ...Array.from({ length: parts }, () => audio(1, PART_BYTES)),
    timing("One. Two. Three."),
    ...framesOfStretches([]).slice(-1),
  ];

  test("is sent and paid also where it cannot be in history", async () => {
    const double = speechDouble();
    double.engine.steps = stepsOf(6);
    const { dependencies, storage } = double;
    const generation = await generate(dependencies, caller, speechRequest({ delivery: "whole" }));
    double.failNextItems(2);
    const { byteLength, body, finished } = await collectWhole(generation, storage, dependencies.waitUntil);
    expect((await new Response(body as BodyInit).arrayBuffer()).byteLength).toBe(byteLength);
    expect(byteLength).toBe(6 * PART_BYTES);
    expect(finished.charged).toBe(16);
    expect(double.items).toHaveLength(0);
    expectNothingLeft(double);
  });

  test.each([5, 6])(
    "is as long as was said where an equal request was faster, whose sound has %d parts",
    async (parts) => {
      const double = speechDouble();
      const { dependencies, storage } = double;
      double.engine.steps = stepsOf(6);
      const slower = await generate(dependencies, caller, speechRequest({ delivery: "whole" }));
      double.engine.steps = stepsOf(parts);
      await readToEnd(await generate(dependencies, caller, speechRequest({ requestId: "req_2" })));
      const { byteLength, body } = await collectWhole(slower, storage, dependencies.waitUntil);
      expect((await new Response(body as BodyInit).arrayBuffer()).byteLength).toBe(byteLength);
      expect(byteLength).toBe(6 * PART_BYTES);
      expect(double.items.map((item) => item.audio.bytes)).toEqual([parts * PART_BYTES, parts * PART_BYTES]);
      expectNothingLeft(double);
    },
  );
});
