import { describe, expect, test } from "vitest";
import { generate } from "../../../app/domains/speech/generation";
import { collectWhole } from "../../../app/domains/speech/whole-sound";
import { drain, expectNothingLeft } from "../../support/generation-checks";
import { caller, speechDouble, speechRequest } from "../../support/speech-double";

/** The three stretches of `speechRequest` cost 5, 5 and 6 credits. Each frame is taken so long after the one before. */
async function readSlowly(double: ReturnType<typeof speechDouble>, msAFrame: number): Promise<void> {
  let now = 0;
  const dependencies = { ...double.dependencies, nowMs: () => now };
  const generation = await generate(dependencies, caller, speechRequest());
  for await (const _frame of generation.frames) {
    now += msAFrame;
    await new Promise((resolve) => setTimeout(resolve));
  }
  await generation.finished;
}

describe("what went out of a stream", () => {
  test("is noted as it goes, and never as the whole: nobody pays for all and finds nothing", async () => {
    const double = speechDouble();
    await readSlowly(double, 1000);
    expect(double.credits.noted).toEqual([5, 10]);
    expect(double.credits.used).toBe(16);
    expectNothingLeft(double);
  });

  test("is noted once a second at most", async () => {
    const double = speechDouble();
    await readSlowly(double, 500);
    expect(double.credits.noted).toEqual([10]);
  });

  test("is not noted where all of it is out within a second", async () => {
    const double = speechDouble();
    await drain(await generate(double.dependencies, caller, speechRequest()));
    expect(double.credits.noted).toEqual([]);
  });

  test("is heard to its end also where no note can be written", async () => {
    const double = speechDouble();
    double.dependencies.billing.noteDelivered = async () => {
      throw new Error("the database is gone");
    };
    await readSlowly(double, 1000);
    expect(double.items).toHaveLength(1);
    expect(double.credits.used).toBe(16);
  });
});

test("an answer that goes out whole costs nothing before it does, so nothing of it is noted", async () => {
  const double = speechDouble();
  let now = 0;
  const dependencies = {
    ...double.dependencies,
    nowMs: () => {
      now += 2000;
      return now;
    },
  };
  const whole = speechRequest({ delivery: "whole" });
  await collectWhole(await generate(dependencies, caller, whole), double.storage, dependencies.waitUntil);
  expect(double.credits.noted).toEqual([]);
  expect(double.credits.used).toBe(16);
});
