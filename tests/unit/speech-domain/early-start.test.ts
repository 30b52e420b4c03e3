import { beforeEach, describe, expect, test, vi } from "vitest";
import { mayStartEarly, noteRefusal } from "../../../app/domains/speech/early-start";
import { generate } from "../../../app/domains/speech/generation";
import { drain, refusal } from "../../support/generation-checks";
import { caller as anyCaller, speechDouble, speechRequest } from "../../support/speech-double";

/** What is remembered of a workspace outlives a test. */
let workspaces = 0;
let caller = anyCaller;
beforeEach(() => {
  caller = { ...anyCaller, workspaceId: `ws_early_${++workspaces}` };
});

describe("speech", () => {
  test("is begun before credits are held, and nothing is delivered before they are", async () => {
    const double = speechDouble();
    let grant = () => {};
    const granted = new Promise<void>((resolve) => {
      grant = resolve;
    });
    const { reserve } = double.dependencies.billing;
    double.dependencies.billing.reserve = async (hold) => {
      await granted;
      return reserve(hold);
    };
    let answered = false;
    const generation = generate(double.dependencies, caller, speechRequest()).finally(() => {
      answered = true;
    });
    await vi.waitFor(() => expect(double.spoken).toHaveLength(1));
    expect(answered).toBe(false);
    grant();
    await drain(await generation);
    expect(double.credits.used).toBe(16);
  });

  test("that was begun for nothing is stopped, and not begun early again for a while", async () => {
    const double = speechDouble({ creditLimit: 3 });
    const nowMs = double.dependencies.nowMs();
    double.dependencies.nowMs = () => nowMs;
    expect(await refusal(generate(double.dependencies, caller, speechRequest()))).toMatchObject({
      code: "quota_exceeded",
    });
    await vi.waitFor(() => expect(double.engine.cancelled).toBe(true));
    expect(double.engine.taken).toBe(0);
    await refusal(generate(double.dependencies, caller, speechRequest({ requestId: "req_2" })));
    expect(double.spoken).toHaveLength(1);
    double.dependencies.nowMs = () => nowMs + 10_000;
    await refusal(generate(double.dependencies, caller, speechRequest({ requestId: "req_3" })));
    expect(double.spoken).toHaveLength(2);
  });

  test("of an engine outside, which may cost money, waits until credits are held", async () => {
    const double = speechDouble({ creditLimit: 3 });
    const { findModel } = double.dependencies;
    double.dependencies.findModel = (modelId) => ({ ...findModel(modelId)!, engine: "openai-compatible" });
    await refusal(generate(double.dependencies, caller, speechRequest()));
    expect(double.spoken).toHaveLength(0);
  });

  test("of a repeat is not begun at all", async () => {
    const double = speechDouble();
    await drain(await generate(double.dependencies, caller, speechRequest()));
    await drain(await generate(double.dependencies, caller, speechRequest({ requestId: "req_2" })));
    expect(double.spoken).toHaveLength(1);
  });
});

test("a thousand refused workspaces are remembered, and the oldest is forgotten first", () => {
  for (let i = 0; i <= 1000; i++) noteRefusal(`ws_many_${i}`, 0);
  expect(mayStartEarly("ws_many_0", 1)).toBe(true);
  expect(mayStartEarly("ws_many_1", 1)).toBe(false);
});
