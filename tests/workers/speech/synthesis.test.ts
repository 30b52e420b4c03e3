import { describe, expect, it } from "vitest";
import { innerSilences, integratedLoudness, largestBend, truePeakDb } from "../../support/audio-measure";
import { catalogueSpeaker, say, service, speak, speakRequest, wordsOf } from "./synthesis-service";

const FIVE_SENTENCES =
  "Good morning. The weather was warm and bright, so we walked along the river to the old mill. " +
  "It was a fine day! Did you see the boats? I would go again tomorrow.";

describe("speech as a stream", () => {
  it("sends sound first, then times, and closes with a summary", async () => {
    const { kinds, summary } = await say(FIVE_SENTENCES);
    expect(kinds[0]).toBe("audio");
    expect(kinds.at(-1)).toBe("summary");
    expect(kinds.filter((kind) => kind === "timing").length).toBeGreaterThanOrEqual(5);
    expect(summary.languages.map((code) => code.slice(0, 2))).toEqual(["en"]);
    expect(summary.peaks.length).toBeGreaterThan(100);
    expect(Math.max(...summary.peaks)).toBeGreaterThan(100);
  });

  it("tells times of exactly the text it was given, in order, to the end of the sound", async () => {
    const { timings, summary, samples } = await say(FIVE_SENTENCES);
    expect(timings.flatMap(({ alignment }) => alignment.characters).join("")).toBe(FIVE_SENTENCES);
    const starts = timings.flatMap(({ alignment }) => alignment.characterStartTimesSeconds);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    const end = timings.at(-1)!.alignment.characterEndTimesSeconds.at(-1)!;
    expect(Math.abs(end - samples.length / 16_000)).toBeLessThan(0.06);
    expect(summary.durationSeconds).toBeCloseTo(samples.length / 16_000, 3);
  });

  it.each(["Clara", "Daniel", "Callum", "Otto"])("times the words of %s to where they are heard", async (name) => {
    const text = "Seven, twenty, paper, table, kitchen, seven, coffee, people, time.";
    const { timings, samples } = await say(text, { voice: catalogueSpeaker(name) });
    const words = wordsOf(timings);
    const rises = innerSilences(samples, 16_000, 50, 32).map(({ endSeconds }) => endSeconds);
    const pausesBefore = words.slice(1).map(({ startSeconds }) => {
      const nearest = rises.reduce((best, rise) => {
        return Math.abs(rise - startSeconds) < Math.abs(best - startSeconds) ? rise : best;
      }, Number.POSITIVE_INFINITY);
      return Math.abs(nearest - startSeconds);
    });
    expect(pausesBefore).toHaveLength(8);
    expect(Math.max(...pausesBefore)).toBeLessThan(0.08);
  });

  it("times words of other languages too", async () => {
    const { timings, samples } = await say("Sieben, zwanzig, Papier, Tasse, Küche, Kaffee.", { language: "de" });
    const rises = innerSilences(samples, 16_000, 50, 32).map(({ endSeconds }) => endSeconds);
    for (const { startSeconds } of wordsOf(timings).slice(1)) {
      expect(Math.min(...rises.map((rise) => Math.abs(rise - startSeconds)))).toBeLessThan(0.08);
    }
  });

  it("is as loud as it should be and joins its units without clicks", async () => {
    for (const name of ["Clara", "Daniel", "Otto", "Thiago", "Darya"]) {
      const voice = catalogueSpeaker(name);
      const { samples, timings } = await say(FIVE_SENTENCES, { voice });
      expect(Math.abs(integratedLoudness(samples, 16_000) + 16), name).toBeLessThan(1);
      expect(truePeakDb(samples), name).toBeLessThanOrEqual(-1);
      const inside = largestBend(samples);
      for (const { alignment } of timings.slice(1)) {
        const join = Math.round(alignment.characterStartTimesSeconds[0]! * 16_000);
        expect(largestBend(samples, join - 160, join + 80), name).toBeLessThan(inside);
      }
    }
  });

  it("pauses by punctuation, and as long as a break asks for", async () => {
    const paused = await say("First the door. Then the window.");
    const [between] = innerSilences(paused.samples, 16_000, 250);
    expect(between!.endSeconds - between!.startSeconds).toBeGreaterThan(0.28);
    expect(between!.endSeconds - between!.startSeconds).toBeLessThan(0.55);
    const asked = await say('First the door. <break time="1.5s" /> Then the window.');
    const longest = Math.max(
      ...innerSilences(asked.samples, 16_000, 250).map(({ startSeconds, endSeconds }) => endSeconds - startSeconds),
    );
    expect(longest).toBeGreaterThan(1.45);
    expect(longest).toBeLessThan(1.95);
  });

  it("reads anew with another seed, also at the default settings", async () => {
    const first = await speak(speakRequest(FIVE_SENTENCES, { seed: 7 }));
    const other = await speak(speakRequest(FIVE_SENTENCES, { seed: 8 }));
    expect(other.bytes).not.toEqual(first.bytes);
  });

  it("gives the same bytes for the same seed and others for another where the voice is lively", async () => {
    const wish = { settings: { stability: 0.1, style: 0.8 }, format: "mp3_44100_128" as const };
    const first = await speak(speakRequest(FIVE_SENTENCES, { ...wish, seed: 7 }));
    await speak(speakRequest("Etwas ganz anderes.", { language: "de" }));
    const again = await speak(speakRequest(FIVE_SENTENCES, { ...wish, seed: 7 }));
    const other = await speak(speakRequest(FIVE_SENTENCES, { ...wish, seed: 8 }));
    expect(again.bytes).toEqual(first.bytes);
    expect(other.bytes).not.toEqual(first.bytes);
  });

  it("says what a text in another language says the same whatever was said before", async () => {
    const request = speakRequest("Die Sonne scheint heute sehr hell.", { language: "de" });
    const first = await speak(request);
    await speak(speakRequest("Il fait beau ce matin.", { language: "fr" }));
    expect((await speak(request)).bytes).toEqual(first.bytes);
  });
});

describe("what cannot be spoken", () => {
  it.each(["...", "  \n ", '<break time="2s" />', "— – !?"])("refuses %j", async (text) => {
    const { error, kinds } = await speak(speakRequest(text));
    expect(error?.code).toBe("nothing_speakable");
    expect(kinds).toEqual(["error"]);
  });

  it("names the missing setting of an engine that is not configured", async () => {
    const { error } = await speak({ ...speakRequest("Hello."), engine: "openai-compatible" });
    expect(error?.code).toBe("engine_not_configured");
    expect(error?.message).toContain("SPEECH_URL");
  });
});

describe("listeners who leave", () => {
  it("stops making sound nobody hears", async () => {
    const long = Array.from({ length: 60 }, (_, i) => `This is sentence number ${i + 1} of a long text.`).join(" ");
    const reader = (await service.speak(speakRequest(long))).getReader();
    await reader.read();
    await reader.cancel();
    for (let i = 0; i < 60 && (await service.load()).active > 0; i++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect((await service.load()).active).toBe(0);
    expect((await say("Still here.")).summary.durationSeconds).toBeGreaterThan(0.4);
  });

  it("lets others speak while one does not read", async () => {
    const stalled = (await service.speak(speakRequest(FIVE_SENTENCES))).getReader();
    await stalled.read();
    expect((await say(FIVE_SENTENCES)).summary.durationSeconds).toBeGreaterThan(5);
    await stalled.cancel();
  });

  it("gives everyone a first clause before anyone's later sentences", async () => {
    const finished: string[] = [];
    const runs = Array.from({ length: 4 }, async (_, i) => {
      const reader = (await service.speak(speakRequest(FIVE_SENTENCES, { seed: i }))).getReader();
      await reader.read();
      finished.push(`first ${i}`);
      while (!(await reader.read()).done);
      finished.push(`end ${i}`);
    });
    await Promise.all(runs);
    expect(finished.slice(0, 4).every((event) => event.startsWith("first"))).toBe(true);
  });
});

describe("dialogue", () => {
  it("keeps its entries apart, in order, each with its own times", async () => {
    const { timings } = await say(["Are you there?", "Yes, I am here."]);
    expect([...new Set(timings.map(({ entryIndex }) => entryIndex))]).toEqual([0, 1]);
    for (const [entry, text] of ["Are you there?", "Yes, I am here."].entries()) {
      const own = timings.filter(({ entryIndex }) => entryIndex === entry);
      expect(own.flatMap(({ alignment }) => alignment.characters).join("")).toBe(text);
    }
  });
});
