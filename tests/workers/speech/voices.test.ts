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

  it("keep their pace where another engine speaks", async () => {
    const sentences = {
      en: [
        "The weather was warm and bright when we walked along the river to the old mill.",
        "She asked whether anybody had seen the keys that were lying on the kitchen table.",
        "It takes about twenty minutes from the station to the harbour.",
      ],
      de: [
        "Das Wetter war warm und hell und wir gingen am Fluss entlang zur alten Mühle.",
        "Er schrieb seinem Bruder drei Briefe aber keiner wurde beantwortet.",
        "Vom Bahnhof bis zum Hafen dauert es etwa zwanzig Minuten.",
      ],
    };
    const secondsOf = async (name: string, language: "en" | "de") => {
      let seconds = 0;
      for (const text of sentences[language])
        seconds += (await say(text, { voice: catalogueSpeaker(name), language })).summary.durationSeconds;
      return seconds;
    };
    const againstClara = async (name: string, language: "en" | "de") =>
      (await secondsOf(name, language)) / (await secondsOf("Clara", language));
    // Quinn takes a quarter longer than Clara and Otto, in English and in German.
    expect(await againstClara("Quinn", "en")).toBeGreaterThan(1.2);
    expect(await againstClara("Otto", "en")).toBeLessThan(1);
    for (const name of ["Quinn", "Otto", "Callum"]) {
      const kept = (await againstClara(name, "de")) / (await againstClara(name, "en"));
      expect(Math.abs(kept - 1), name).toBeLessThan(0.06);
    }
    // Germans who speak German alike do so in English, though the man's English engine is the slower one.
    for (const language of ["de", "en"] as const) {
      const ratio = (await secondsOf("Lennart", language)) / (await secondsOf("Annika", language));
      expect(Math.abs(ratio - 1), language).toBeLessThan(0.06);
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
