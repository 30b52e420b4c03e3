import { beforeEach, describe, expect, it, vi } from "vitest";
import { CallerWatch } from "../../../durable-objects/speech-session/caller-watch";

let nowMs: number;
const mayStillSpeak = vi.fn(async (_how: { countsAsUse: boolean }) => true);
const refused = expect.objectContaining({ code: "invalid_api_key", status: 401 });
let watch: CallerWatch;

beforeEach(() => {
  nowMs = 1_000_000;
  mayStillSpeak.mockReset().mockResolvedValue(true);
  watch = new CallerWatch({ mayStillSpeak, nowMs: () => nowMs });
});

describe("whoever opened a socket", () => {
  it("has just been let in: the first words wait for no question", async () => {
    await watch.requireForSpeaking();
    expect(mayStillSpeak).not.toHaveBeenCalled();
  });

  it("is asked about with the next words, however soon they come", async () => {
    await watch.requireForSpeaking();
    await watch.requireForSpeaking();
    expect(mayStillSpeak.mock.calls).toEqual([[{ countsAsUse: true }]]);
  });

  it("is asked about with what is spoken later, as a use of their session", async () => {
    nowMs += 500;
    await watch.requireForSpeaking();
    expect(mayStillSpeak.mock.calls).toEqual([[{ countsAsUse: true }]]);
  });

  it("is asked about every five seconds in which nothing is spoken, and that is no use", async () => {
    nowMs += 4_999;
    expect(watch.isDue).toBe(false);
    nowMs += 1;
    expect(watch.isDue).toBe(true);
    await watch.requireForListening();
    expect(watch.isDue).toBe(false);
    expect(mayStillSpeak.mock.calls).toEqual([[{ countsAsUse: false }]]);
  });

  it("is refused once they may not speak, also right after that was found", async () => {
    nowMs += 5_000;
    mayStillSpeak.mockResolvedValue(false);
    await expect(watch.requireForListening()).rejects.toEqual(refused);
    await expect(watch.requireForSpeaking()).rejects.toEqual(refused);
  });
});
