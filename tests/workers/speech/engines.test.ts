import { describe, expect, it } from "vitest";
import type { VoiceSettings } from "../../../workers/speech/protocol";
import {
  bandLevelDb,
  integratedLoudness,
  pitchStatistics,
  spectralCentroidHz,
  trackPitch,
  truePeakDb,
} from "../../support/audio-measure";
import { speakerVoice } from "../../support/speaker-voice";
import { catalogueSpeaker, say, type Wish } from "./synthesis-service";

const SENTENCE = "The weather was warm and bright when we walked along the river to the old mill.";
const GERMAN = "Die Sonne scheint heute sehr hell und wir gehen zusammen am Fluss entlang.";

interface Case {
  name: string;
  text: string;
  wish: Wish;
}
const CASES: Case[] = [
  { name: "flite (woman)", text: SENTENCE, wish: { voice: catalogueSpeaker("Clara") } },
  { name: "flite (man)", text: SENTENCE, wish: { voice: catalogueSpeaker("Daniel") } },
  { name: "flite (Scot)", text: SENTENCE, wish: { voice: catalogueSpeaker("Callum") } },
  { name: "flite (diphones)", text: SENTENCE, wish: { voice: catalogueSpeaker("Otto") } },
  { name: "eSpeak", text: GERMAN, wish: { voice: catalogueSpeaker("Annika"), language: "de" } },
];

/** The voice with nothing of its own but its tone. */
const naturalSpeaker = (name: string) => {
  const { flite, espeak, ...voice } = catalogueSpeaker(name);
  const natural = speakerVoice();
  return {
    ...voice,
    flite: { ...natural.flite, equalizer: flite.equalizer },
    espeak: { ...natural.espeak, equalizer: espeak.equalizer },
  };
};

const withSettings = (wish: Wish, settings: Partial<VoiceSettings>): Wish => ({ ...wish, settings });
const pitchOf = async (text: string, wish: Wish) => {
  const { samples, sampleRateHz } = await say(text, wish);
  return pitchStatistics(samples, sampleRateHz);
};

describe.each(CASES)("settings of $name", ({ text, wish }) => {
  it("speak faster or slower by the speed", async () => {
    const neutral = (await say(text, wish)).samples.length;
    for (const speed of [0.7, 0.85, 1.1, 1.2]) {
      const { samples } = await say(text, withSettings(wish, { speed }));
      expect(Math.abs((samples.length * speed) / neutral - 1), `speed ${speed}`).toBeLessThan(0.05);
    }
  });

  it("are livelier the less stable", async () => {
    const spreads: number[] = [];
    for (const stability of [0, 0.5, 1]) {
      spreads.push((await pitchOf(text, withSettings(wish, { stability }))).spreadHz);
    }
    expect(spreads[0]!).toBeGreaterThan(spreads[1]! * 1.1);
    expect(spreads[1]!).toBeGreaterThan(spreads[2]! * 1.1);
  });

  it("widen the voice by the style", async () => {
    const plain = await pitchOf(text, withSettings(wish, { style: 0 }));
    const styled = await pitchOf(text, withSettings(wish, { style: 1 }));
    expect(styled.spreadHz).toBeGreaterThan(plain.spreadHz * 1.1);
  });
});

describe("settings of all voices", () => {
  it("make the pace of sentences differ by the style", async () => {
    const sentence = "We walked along the river today.";
    const text = Array.from({ length: 6 }, () => sentence).join(" ");
    const contrast = async (style: number) => {
      const { timings } = await say(text, { settings: { style } });
      // The source's place in the text seeds each unit, so equal sentences are told apart by their neighbours' spaces.
      const lengths = timings.map(({ alignment }) => {
        const letters = alignment.characters
          .map((character, i) => ({ character, i }))
          .filter(({ character }) => /\w/.test(character));
        return (
          alignment.characterEndTimesSeconds[letters.at(-1)!.i]! - alignment.characterStartTimesSeconds[letters[0]!.i]!
        );
      });
      return Math.max(...lengths) / Math.min(...lengths);
    };
    expect(await contrast(1)).toBeGreaterThan((await contrast(0)) + 0.02);
  });

  it("apply the voice's own pitch and formants as far as similarity goes", async () => {
    const voice = catalogueSpeaker("Marcus");
    const means: number[] = [];
    for (const similarityBoost of [0, 0.4, 0.75]) {
      means.push((await pitchOf(SENTENCE, { voice, settings: { similarityBoost } })).meanHz);
    }
    expect(means[0]!).toBeGreaterThan(means[1]! * 1.05);
    expect(means[1]!).toBeGreaterThan(means[2]! * 1.05);
    const base = catalogueSpeaker("Clara");
    const bright = { ...base, flite: { ...base.flite, equalizer: [], formantSemitones: 3 } };
    const far = await say(SENTENCE, { voice: bright, settings: { similarityBoost: 0.75 } });
    const near = await say(SENTENCE, { voice: bright, settings: { similarityBoost: 0 } });
    expect(spectralCentroidHz(far.samples, 16_000)).toBeGreaterThan(spectralCentroidHz(near.samples, 16_000) * 1.03);
  });

  it.each([
    { name: "flite", text: SENTENCE, wish: { voice: naturalSpeaker("Clara") } },
    { name: "eSpeak", text: GERMAN, wish: { voice: naturalSpeaker("Clara"), language: "de" } },
  ])("near the voice's own tone as similarity rises ($name)", async ({ text, wish }) => {
    const flat = {
      ...wish.voice,
      flite: { ...wish.voice.flite, equalizer: [] },
      espeak: { ...wish.voice.espeak, equalizer: [] },
    };
    const trebleDb = async (similarityBoost: number, voice = wish.voice) => {
      const { samples } = await say(text, { ...wish, voice, settings: { similarityBoost } });
      return bandLevelDb(samples, 16_000, 3500, 7500) - bandLevelDb(samples, 16_000, 100, 1500);
    };
    const none = await trebleDb(0.75, flat);
    const own = (await trebleDb(0.75)) - none;
    expect(Math.abs(own)).toBeGreaterThan(2);
    expect(Math.abs((await trebleDb(0)) - none)).toBeLessThan(0.1);
    expect(((await trebleDb(0.25)) - none) / own).toBeCloseTo(1 / 3, 1);
    expect(((await trebleDb(0.5)) - none) / own).toBeCloseTo(2 / 3, 1);
    // Beyond the default there is a little more of it.
    expect(((await trebleDb(1)) - none) / own).toBeGreaterThan(1.02);
  });

  it("add presence by the speaker boost", async () => {
    const presence = async (useSpeakerBoost: boolean) => {
      const { samples } = await say(SENTENCE, { settings: { useSpeakerBoost } });
      return bandLevelDb(samples, 16_000, 2000, 5000) - bandLevelDb(samples, 16_000, 100, 800);
    };
    expect(await presence(true)).toBeGreaterThan((await presence(false)) + 1);
  });
});

describe("delivery", () => {
  it.each(CASES)("is louder and softer as asked, at the same peaks, by $name", async ({ text, wish }) => {
    const heard = async (tag: string) => (await say(`[${tag}] ${text}`, { ...wish, markup: "tags" })).samples;
    const lufs = async (tag: string) => integratedLoudness(await heard(tag), 16_000);
    const plain = integratedLoudness((await say(text, wish)).samples, 16_000);
    expect(await lufs("loud")).toBeGreaterThan(plain + 2.4);
    expect(await lufs("soft")).toBeLessThan(plain - 4);
    expect(await lufs("whispers")).toBeLessThan(plain - 2);
    expect(truePeakDb(await heard("loud"))).toBeLessThanOrEqual(-1);
  });

  const tagged = (tag: string) => say(`[${tag}] ${SENTENCE}`, { markup: "tags" });

  it("whispers without a tone", async () => {
    const plain = await tagged("calm");
    const whisper = await tagged("whispers");
    const voiced = (samples: Float32Array) =>
      trackPitch(samples, 16_000).filter((hz) => hz > 0).length / samples.length;
    expect(voiced(whisper.samples)).toBeLessThan(voiced(plain.samples) * 0.35);
  });

  it("is slower, faster, higher or lower as asked", async () => {
    const plain = await say(SENTENCE);
    const [slow, fast, excited, sad] = [
      await tagged("slow"),
      await tagged("fast"),
      await tagged("excited"),
      await tagged("sad"),
    ];
    expect(slow.samples.length).toBeGreaterThan(plain.samples.length * 1.08);
    expect(fast.samples.length).toBeLessThan(plain.samples.length * 0.94);
    const meanHz = (samples: Float32Array) => pitchStatistics(samples, 16_000).meanHz;
    expect(meanHz(excited.samples)).toBeGreaterThan(meanHz(plain.samples) * 1.03);
    expect(meanHz(sad.samples)).toBeLessThan(meanHz(plain.samples) * 0.99);
  });
});

describe("melody and pronunciation", () => {
  const lastHz = (samples: Float32Array) => {
    const voiced = trackPitch(samples, 16_000).filter((hz) => hz > 0);
    return voiced.slice(-5).reduce((sum, hz) => sum + hz, 0) / 5;
  };

  it.each([
    ["de", "Kommst du morgen nach Hause"],
    ["de", "Wann kommst du nach Hause"],
    ["es", "Vienes mañana a casa"],
    ["cs", "Přijdeš zítra domů"],
  ])("raises the voice at the end of a question in other languages (%s: %s)", async (language, words) => {
    for (const name of ["Annika", "Daniel"]) {
      const wish = { voice: catalogueSpeaker(name), language };
      const asked = await say(`${words}?`, wish);
      const told = await say(`${words}.`, wish);
      expect(lastHz(asked.samples), name).toBeGreaterThan(lastHz(told.samples) * 1.15);
    }
  });

  it("raises the voice at the end of a question", async () => {
    for (const name of ["Clara", "Daniel", "Callum"]) {
      const voice = catalogueSpeaker(name);
      const asked = await say("Are you coming home tomorrow?", { voice });
      const told = await say("Are you coming home tomorrow.", { voice });
      expect(lastHz(asked.samples), name).toBeGreaterThan(lastHz(told.samples) * 1.15);
    }
  });

  it("speaks a given pronunciation instead of the spelling", async () => {
    const word = async (text: string) => (await say(`I like ${text} a lot.`)).samples;
    const spelled = await word("qui");
    const given = await word('<phoneme alphabet="ipa" ph="kəˈmɛdiəˌʃɪp">qui</phoneme>');
    const arpabet = await word('<phoneme alphabet="cmu-arpabet" ph="K AH0 M EH1 D IY0 AH0 SH IH2 P">qui</phoneme>');
    expect(given.length).toBeGreaterThan(spelled.length * 1.2);
    expect(Math.abs(given.length / arpabet.length - 1)).toBeLessThan(0.05);
  });
});
