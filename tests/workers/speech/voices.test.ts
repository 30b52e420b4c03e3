import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../../app/domains/voices/catalogue";
import { integratedLoudness, pitchStatistics } from "../../support/audio-measure";
import { catalogueSpeaker, say, service, speak, speakRequest } from "./synthesis-service";

/** Tones of these languages move F0 of a text far from the voice's own. */
const TONAL = new Set(["zh", "vi"]);

describe("catalogue voices", () => {
  it.each(CATALOGUE.map((voice) => [voice.name, voice] as const))("%s speaks its preview", async (_, voice) => {
    const { samples, summary } = await say(voice.previewText, { voice: voice.speaker, language: voice.language });
    expect(summary.durationSeconds).toBeGreaterThan(2);
    expect(summary.durationSeconds).toBeLessThan(12);
    expect(Math.abs(integratedLoudness(samples, 16_000) + 16)).toBeLessThan(1.2);
    const { meanHz } = pitchStatistics(samples, 16_000);
    if (TONAL.has(voice.language)) return;
    if (voice.gender === "female") expect(meanHz).toBeGreaterThan(155);
    if (voice.gender === "male") expect(meanHz).toBeLessThan(135);
  });

  it("speak languages other than their own with their gender and pitch", async () => {
    const text = "Guten Morgen, die Straßen sind noch leer und es wird langsam hell.";
    for (const name of ["Clara", "Marcus", "Beatriz", "Taras"]) {
      const voice = CATALOGUE.find((candidate) => candidate.name === name)!;
      const own = await say(voice.previewText, { voice: voice.speaker, language: voice.language });
      const foreign = await say(text, { voice: voice.speaker, language: "de" });
      const english = await say("Good morning, the streets are empty.", { voice: voice.speaker, language: "en" });
      const meanHz = ({ samples }: { samples: Float32Array }) => pitchStatistics(samples, 16_000).meanHz;
      expect(Math.abs(meanHz(foreign) / meanHz(own) - 1), name).toBeLessThan(0.12);
      expect(Math.abs(meanHz(english) / meanHz(own) - 1), name).toBeLessThan(0.12);
    }
  });

  it("are told apart by pitch or timbre", async () => {
    const heard: string[] = [];
    for (const voice of CATALOGUE.filter(({ language }) => language === "en")) {
      const { base, f0Hz, formantSemitones } = voice.speaker.flite;
      heard.push(`${base} ${Math.round(f0Hz! / 4)} ${formantSemitones.toFixed(1)}`);
    }
    expect(new Set(heard).size).toBe(heard.length);
  });
});

describe("languages of the built-in engines", () => {
  it("are all spoken", async () => {
    const { languages } = await service.capabilities();
    expect(languages.length).toBeGreaterThan(90);
    const silent: string[] = [];
    for (const language of languages) {
      // Digits and vowels are read in every language.
      const { error, summary } = await speak(
        speakRequest("1 2 3 a o i", { voice: catalogueSpeaker("Annika"), language }),
      );
      if (error || summary!.durationSeconds < 0.3) silent.push(`${language}: ${error?.message ?? "too short"}`);
    }
    expect(silent).toEqual([]);
  });
});
