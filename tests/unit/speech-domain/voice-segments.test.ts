import { expect, test } from "vitest";
import { voiceSegments } from "../../../app/domains/speech/voice-segments";
import { timingFrame } from "../../support/speech-frames";

test("neighbouring stretches of one entry are one segment, and characters are counted on", () => {
  const frames = [timingFrame("Hi. ", 0, 0), timingFrame("You?", 0, 0.2), timingFrame("Me!", 1, 0.4)];
  expect(voiceSegments(frames, ["a", "b"])).toEqual([
    {
      voiceId: "a",
      startSeconds: 0,
      endSeconds: expect.closeTo(0.4),
      characterStart: 0,
      characterEnd: 8,
      entryIndex: 0,
    },
    {
      voiceId: "b",
      startSeconds: 0.4,
      endSeconds: expect.closeTo(0.55),
      characterStart: 8,
      characterEnd: 11,
      entryIndex: 1,
    },
  ]);
});
