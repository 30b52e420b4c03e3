import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AlignmentFitter } from "../../../workers/adapters/speech/alignment-fitter";
import { estimateTimes, SpeechEnvelope } from "../../../workers/adapters/speech/estimated-times";
import type { Alignment } from "../../../workers/speech/protocol";
import { speakPlainly } from "../../support/speech-servers";

function envelopeOf(text: string) {
  const { samples } = speakPlainly(text);
  const envelope = new SpeechEnvelope();
  envelope.push(samples, 24000);
  return envelope;
}

const piece = (characters: string, from: number, each = 0.1): Alignment => ({
  characters: Array.from(characters),
  characterStartTimesSeconds: Array.from(characters, (_, n) => from + n * each),
  characterEndTimesSeconds: Array.from(characters, (_, n) => from + (n + 1) * each),
});

describe("estimated times", () => {
  it("pin clauses to the pauses of the sound", () => {
    const text = "Yes, of course. We left at dawn, without a word; it rained.";
    const truth = speakPlainly(text);
    const times = estimateTimes(text, envelopeOf(text));
    for (const [n, character] of times.characters.entries()) {
      const before = times.characters[n - 1];
      if (/\p{L}/u.test(character) && (before === undefined || /\s/.test(before)))
        expect(Math.abs(times.characterStartTimesSeconds[n]! - truth.startsSeconds[n]!)).toBeLessThan(0.12);
    }
  });

  it("cover any text in order, inside the sound", () => {
    const envelope = envelopeOf("A sentence, and one more. End.");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        const times = estimateTimes(text, envelope);
        expect(times.characters).toEqual(Array.from(text));
        let clock = 0;
        for (const n of times.characters.keys()) {
          expect(times.characterStartTimesSeconds[n]!).toBeGreaterThanOrEqual(clock - 1e-9);
          expect(times.characterEndTimesSeconds[n]!).toBeGreaterThanOrEqual(times.characterStartTimesSeconds[n]!);
          expect(times.characterEndTimesSeconds[n]!).toBeLessThanOrEqual(envelope.durationSeconds + 1e-9);
          clock = times.characterStartTimesSeconds[n]!;
        }
      }),
    );
  });

  it("stand still where nothing is heard", () => {
    const envelope = new SpeechEnvelope();
    envelope.push(new Float32Array(24000), 24000);
    expect(estimateTimes("Hm.", envelope).characterStartTimesSeconds).toEqual([1, 1, 1]);
  });
});

describe("fitting an engine's times to the text", () => {
  it("fills in what the engine dropped and leaves out what it added", () => {
    const fitter = new AlignmentFitter("“Don’t go”, he said.");
    const first = fitter.push(piece("Don't go", 0))!;
    expect(first.characters.join("")).toBe("“Don’t go");
    const second = fitter.push(piece(", he xx said", 1))!;
    expect(second.characters.join("")).toBe("”, he said");
    expect(fitter.finish(3)!.characters.join("")).toBe(".");
    expect(fitter.finish(3)).toBeNull();
  });

  it("gives exactly the text, in order, whatever the engine tells", () => {
    const told = fc.record({
      characters: fc.array(fc.constantFrom("a", "b", " ", ".", "é", "x", "😀"), { maxLength: 12 }),
      from: fc.double({ min: 0, max: 5, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "B", " ", ".", "é", "\n", "😀"), { maxLength: 40 }),
        fc.array(told, { maxLength: 6 }),
        (text, pieces) => {
          const fitter = new AlignmentFitter(text.join(""));
          const fitted = [
            ...pieces.map(({ characters, from }) => fitter.push(piece(characters.join(""), from))),
            fitter.finish(9),
          ];
          const all = fitted.filter((part) => part !== null);
          expect(all.flatMap((part) => part.characters)).toEqual(text);
          const starts = all.flatMap((part) => part.characterStartTimesSeconds);
          const ends = all.flatMap((part) => part.characterEndTimesSeconds);
          for (let n = 0; n < starts.length; n++) {
            expect(ends[n]!).toBeGreaterThanOrEqual(starts[n]!);
            if (n > 0) expect(starts[n]!).toBeGreaterThanOrEqual(starts[n - 1]!);
          }
        },
      ),
    );
  });
});
