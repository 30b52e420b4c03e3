import { describe, expect, it } from "vitest";
import { detectLanguage, normalizeLanguageCode, SpeechTextError } from "../../../workers/speech/text";
import { plan, speechOf } from "./speak-request";

describe("language codes", () => {
  it.each([
    ["en", "en"],
    ["EN_us", "en-US"],
    ["eng", "en"],
    ["pt-br", "pt-BR"],
    ["por", "pt"],
    ["zh-Hant-TW", "zh-TW"],
    ["cmn", "zh"],
    ["zh-yue", "yue"],
    ["fil", "fil"],
    ["tl", "fil"],
    ["nb", "no"],
    ["iw", "he"],
    ["es-419", "es-419"],
    [" de ", "de"],
  ])("takes %s for %s", (given, own) => {
    expect(normalizeLanguageCode(given)).toBe(own);
  });

  it.each(["", "xx", "english", "constructor", "e n", "tlh", "e".repeat(50)])("knows no language %j", (given) => {
    expect(normalizeLanguageCode(given)).toBeUndefined();
  });

  it("refuses a request in a language that no engine knows, and says which", () => {
    expect(() => plan("hello", { language: "tlh" })).toThrow(SpeechTextError);
    expect(() => plan("hello", { language: "tlh" })).toThrow(/"tlh"/);
  });
});

describe("finding the language of a text", () => {
  it.each([
    ["en", "Hello from Parlando."],
    ["en", "The quick brown fox"],
    ["en", "Dr. Smith met Mr. Jones"],
    ["en", "iPhone 15 Pro"],
    ["en", "NASA"],
    ["en", "Write to jane@beispiel.de or https://www.ejemplo.es/una/pagina"],
    ["es", "Hola, ¿cómo estás?"],
    ["es", "No me digas"],
    ["pt", "Olá, tudo bem?"],
    ["fr", "Bonjour tout le monde"],
    ["de", "Guten Tag"],
    ["de", "Das ist gut"],
    ["it", "Ciao, come stai?"],
    ["nl", "Ik hou van jou"],
    ["sv", "Hej, hur mår du?"],
    ["da", "Hej, hvordan har du det?"],
    ["no", "Hei, hvordan har du det i dag?"],
    ["fi", "Hyvää päivää"],
    ["pl", "Dzień dobry"],
    ["cs", "Dobrý den"],
    ["sk", "Dobrý deň"],
    ["hr", "Dobar dan"],
    ["ro", "Bună ziua"],
    ["hu", "Jó napot kívánok"],
    ["tr", "Merhaba dünya"],
    ["id", "Selamat pagi semua"],
    ["fil", "Kumusta ka?"],
    ["vi", "Xin chào các bạn"],
    ["ru", "Привет, мир"],
    ["uk", "Привіт, світе"],
    ["bg", "Здравейте, свят"],
    ["el", "Γειά σου"],
    ["he", "שלום"],
    ["ar", "مرحبا"],
    ["fa", "سلام به همه، چطورید؟"],
    ["hi", "नमस्ते दुनिया"],
    ["ta", "வணக்கம்"],
    ["th", "สวัสดี"],
    ["zh", "你好，世界"],
    ["ja", "東京タワー"],
    ["ko", "안녕하세요"],
  ])("%s: %s", (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it("believes the hint only where the text does not say", () => {
    expect(detectLanguage("123", "fr")).toBe("fr");
    expect(detectLanguage("Bonjour tout le monde", "de")).toBe("fr");
    expect(detectLanguage("Olá, tudo bem?", "pt-BR")).toBe("pt-BR");
    expect(detectLanguage("Привет", "uk")).toBe("uk");
  });
});

describe("texts in several writing systems", () => {
  it("are read run by run, each in its own language", () => {
    const units = speechOf(plan("Привет, это New York, а это 東京タワー и 5 км."));
    expect(units.map((unit) => [unit.language, unit.source])).toEqual([
      ["ru", "Привет, это "],
      ["en", "New York, "],
      ["ru", "а это "],
      ["ja", "東京タワー "],
      ["ru", "и 5 км."],
    ]);
    expect(units.map((unit) => unit.pauseAfterMs)).toEqual([0, 140, 0, 0, 0]);
  });

  it("keep digits that hang on letters with them, and give free ones to the text's own language", () => {
    const units = speechOf(plan("私はMP3プレーヤーを2台買いました"));
    expect(units.map((unit) => [unit.language, unit.source])).toEqual([
      ["ja", "私は"],
      ["en", "MP3"],
      ["ja", "プレーヤーを2台買いました"],
    ]);
  });

  it("read each paragraph in the language it is clearly in", () => {
    const units = speechOf(
      plan(
        "This is the first paragraph, and it is in English.\n\nUnd das hier ist der zweite Absatz, der auf Deutsch ist.",
      ),
    );
    expect(new Set(units.map((unit) => unit.language))).toEqual(new Set(["en", "de"]));
  });

  it("take the region from the voice when the caller names the bare language", () => {
    expect(speechOf(plan("Tudo bem?", { language: "pt", native: "pt-BR" }))[0]?.language).toBe("pt-BR");
  });
});
