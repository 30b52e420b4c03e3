import { describe, expect, test } from "vitest";
import { generate } from "../../../app/domains/speech/generation";
import { PART_BYTES } from "../../../app/domains/speech/sound-recorder";
import { collectWhole } from "../../../app/domains/speech/whole-sound";
import { audio, drain, expectNothingLeft, refusal, timing } from "../../support/generation-checks";
import { caller, speechDouble, speechRequest } from "../../support/speech-double";
import { framesOfStretches } from "../../support/speech-frames";

describe("an engine that fails in the middle", () => {
  const steps = [audio(1), timing("One. "), audio(2), new Error("the process died")];

  test("breaks the stream; what went out is charged, and nothing half is kept", async () => {
    const double = speechDouble();
    double.engine.steps = steps;
    const generation = await generate(double.dependencies, caller, speechRequest());
    expect((await refusal(drain(generation))).code).toBe("generation_failed");
    expect(await generation.finished).toMatchObject({ outcome: "failed", charged: 5 });
    expect(double.credits.used).toBe(5);
    expect(double.items).toHaveLength(0);
    expect(double.storage.objects.size).toBe(0);
    expectNothingLeft(double);
  });

  test("costs nothing where the answer is sent whole, so that a retry is not charged twice", async () => {
    const double = speechDouble();
    double.engine.steps = steps;
    const whole = speechRequest({ delivery: "whole" });
    const { dependencies, storage } = double;
    await refusal(collectWhole(await generate(dependencies, caller, whole), storage, dependencies.waitUntil));
    expect(double.credits.used).toBe(0);
    double.engine.steps = framesOfStretches(["One. ", "Two. ", "Three."]);
    await collectWhole(
      await generate(dependencies, caller, { ...whole, requestId: "req_2" }),
      storage,
      dependencies.waitUntil,
    );
    expect(double.credits.used).toBe(16);
    expect(double.items).toHaveLength(1);
    expectNothingLeft(double);
  });

  test("after the last word costs nothing, since there is nothing to keep", async () => {
    const double = speechDouble();
    double.engine.steps = [audio(1), timing("One. Two. Three."), new Error("the process died")];
    await refusal(drain(await generate(double.dependencies, caller, speechRequest())));
    expect(double.credits.used).toBe(0);
    expect(double.items).toHaveLength(0);
    expectNothingLeft(double);
  });

  test("that ends without a summary counts as failed", async () => {
    const double = speechDouble();
    double.engine.steps = [audio(1), timing("One. ")];
    const generation = await generate(double.dependencies, caller, speechRequest());
    await refusal(drain(generation));
    expect(double.credits.used).toBe(5);
    expect(double.items).toHaveLength(0);
  });
});

describe("storage", () => {
  test("that fails once is asked again", async () => {
    const double = speechDouble();
    const generation = await generate(double.dependencies, caller, speechRequest());
    double.storage.failNextWrites(1);
    await drain(generation);
    expect(double.items).toHaveLength(1);
    expect(double.errors).toEqual([]);
  });

  test("that fails twice leaves no item, but the sound is heard and paid", async () => {
    const double = speechDouble();
    const generation = await generate(double.dependencies, caller, speechRequest());
    double.storage.failNextWrites(2, ".mp3");
    expect(await drain(generation)).toHaveLength(300);
    expect(double.credits.used).toBe(16);
    expect(double.items).toHaveLength(0);
    expect(double.storage.objects.size).toBe(0);
    expect(double.errors).toEqual(["sound_not_stored"]);
    expectNothingLeft(double);
  });

  test("is not needed for a sound that fits into memory, and costs nothing without it where it is", async () => {
    const double = speechDouble();
    double.engine.steps = [
      ...Array.from({ length: 6 }, () => audio(1, PART_BYTES)),
      timing("One. Two. Three."),
      ...framesOfStretches([]).slice(-1),
    ];
    const generation = await generate(double.dependencies, caller, speechRequest({ delivery: "whole" }));
    double.storage.failNextWrites(1000);
    await refusal(collectWhole(generation, double.storage, double.dependencies.waitUntil));
    expect(double.credits.used).toBe(0);
    expect(double.items).toHaveLength(0);
    expectNothingLeft(double);
  });
});
