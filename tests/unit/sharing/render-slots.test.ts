import { describe, expect, it } from "vitest";
import { RenderSlots } from "../../../app/domains/sharing/render-slots";

const never = new Promise<never>(() => undefined);

describe("places for rendering", () => {
  it("let no more work run at a time than there are", async () => {
    const slots = new RenderSlots({ limit: 2, longestWaitMs: 10_000 });
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return "made";
    };
    const results = await Promise.all(Array.from({ length: 6 }, () => slots.run(work)));
    expect(results).toEqual(Array(6).fill("made"));
    expect(most).toBe(2);
  });

  it("answer null to who has waited for too long", async () => {
    const slots = new RenderSlots({ limit: 1, longestWaitMs: 0 });
    void slots.run(() => never);
    expect(await slots.run(async () => "made")).toBeNull();
  });

  it("are free again after work that failed, and after work that was never heard of again", async () => {
    const clock = { nowMs: 0 };
    const slots = new RenderSlots({ limit: 1, longestWaitMs: 0, nowMs: () => clock.nowMs });
    await expect(slots.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    void slots.run(() => never);
    expect(await slots.run(async () => "made")).toBeNull();
    clock.nowMs = 20_000;
    expect(await slots.run(async () => "made")).toBe("made");
  });

  it("stay taken for as long as their holder says that it is at work", async () => {
    const clock = { nowMs: 0 };
    const slots = new RenderSlots({ limit: 1, longestWaitMs: 0, lostAfterMs: 1000, nowMs: () => clock.nowMs });
    let atWork = () => {};
    void slots.run((stillAtWork) => {
      atWork = stillAtWork;
      return never;
    });
    for (clock.nowMs = 0; clock.nowMs < 5000; clock.nowMs += 900) {
      expect(await slots.run(async () => "made")).toBeNull();
      atWork();
    }
    clock.nowMs += 1001;
    expect(await slots.run(async () => "made")).toBe("made");
  });
});
