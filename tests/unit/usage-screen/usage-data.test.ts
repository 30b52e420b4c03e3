import { describe, expect, it } from "vitest";
import { dayRange, rangeFromAddress, shortDay, usageData } from "../../../app/features/usage/usage-data";

describe("the usage screen's data", () => {
  it("covers the last days, today included, across a month's end", () => {
    expect(dayRange(7, Date.UTC(2026, 2, 2, 23, 59))).toEqual({ fromDay: "2026-02-24", toDay: "2026-03-02" });
  });

  it("offers 7, 30 and 90 days, and takes 30 for anything else", () => {
    expect(["7", "90", "12", null, "x"].map(rangeFromAddress)).toEqual([7, 90, 30, 30, 30]);
  });

  it("fills days without use and names voices", () => {
    const sums = {
      total: 12,
      byDay: [{ day: "2026-03-02", credits: 12, requests: 2 }],
      byVoice: [{ voiceId: "v1", credits: 12, requests: 2 }],
      byDayAndVoice: [{ day: "2026-03-02", voiceId: "v1", credits: 12 }],
    };
    const data = usageData(sums, { fromDay: "2026-03-01", toDay: "2026-03-03" }, () => "Ada");
    expect(data.days.map(({ day, credits, byVoice }) => [day, credits, byVoice])).toEqual([
      ["2026-03-01", 0, {}],
      ["2026-03-02", 12, { v1: 12 }],
      ["2026-03-03", 0, {}],
    ]);
    expect(data.voices[0]?.name).toBe("Ada");
    expect(shortDay("2026-03-02")).toBe("Mar 2");
  });
});
