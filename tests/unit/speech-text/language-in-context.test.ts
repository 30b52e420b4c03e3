import { describe, expect, it } from "vitest";
import { plan, type RequestOptions, speechOf } from "./speak-request";

/** The language of each chunk of a text that is spoken piece by piece, with what was said as the text before. */
function languagesOf(chunks: string[], options: RequestOptions = {}): string[] {
  let said = "";
  return chunks.map((chunk) => {
    const [unit] = speechOf(plan(chunk, { ...options, ...(said === "" ? {} : { previousText: said.slice(-300) }) }));
    said += chunk;
    return unit!.language;
  });
}

const GERMAN = ["Wir gehen. ", "Ja, gut. ", "Das war fast alles. ", "In der Hand. "];
const ENGLISH =
  "The weather was warm and bright, so we walked along the river to the old mill, and when we came back to the house in the evening they were all there with us. ";

describe("a text in pieces", () => {
  it("stays in the language it was in where a piece could be in another", () => {
    expect(languagesOf(GERMAN)).toEqual(["de", "de", "de", "de"]);
    expect(languagesOf([...GERMAN, "Nein. ", "Zwei Stunden. ", "Es regnet. "]).at(-1)).toBe("de");
    expect(languagesOf([ENGLISH, "Die. ", "Die Hard. ", "Das Boot. ", "Los Angeles. "])).toEqual(Array(5).fill("en"));
    expect(languagesOf([ENGLISH, "Die. ", "Pizza. "], { native: "de" })).toEqual(["en", "en", "en"]);
  });

  it("changes where a piece is clearly in another language, and stays there", () => {
    expect(
      languagesOf([
        ENGLISH,
        "Je ne sais pas où il est allé avec les autres, et toi ? ",
        "Oui. ",
        "That is what he said to us. ",
        "Fine. ",
      ]),
    ).toEqual(["en", "fr", "fr", "en", "en"]);
    expect(languagesOf([...GERMAN, "Gracias por todo. ", "Muchas gracias, amigo. "]).slice(-2)).toEqual(["es", "es"]);
  });

  it("returns to the voice's own language at less than it takes for any other", () => {
    expect(languagesOf([...GERMAN, "Open the window. "]).at(-1)).toBe("en");
    expect(languagesOf([...GERMAN, "Open the window. "], { native: "fr" }).at(-1)).toBe("de");
  });

  it("follows the letters of each piece", () => {
    expect(languagesOf(["Wir gehen nach Hause. ", "Привет. ", "Gut. ", "ναι. ", "Ja. ", "東京。", "はい。"])).toEqual([
      "de",
      "ru",
      "de",
      "el",
      "de",
      "zh",
      "ja",
    ]);
    expect(languagesOf(["Привіт, світе. ", "Так. ", "OK. "], { native: "de" })).toEqual(["uk", "uk", "de"]);
    expect(languagesOf(["今日はいい天気です。", "東京。", "你好，世界。"])).toEqual(["ja", "ja", "zh"]);
  });

  it("keeps the voice's own region", () => {
    expect(languagesOf(["Wir gehen nach Hause. ", "Muito obrigado por tudo. ", "Sim. "], { native: "pt-BR" })).toEqual([
      "de",
      "pt-BR",
      "pt-BR",
    ]);
  });

  it("is clear by its pieces together where none is by itself", () => {
    expect(languagesOf(["Ja, ", "gut, ", "und wir auch? "])[2]).toBe("de");
    expect(speechOf(plan("Ja, gut. "))[0]!.language).toBe("en");
    expect(speechOf(plan("Ja, gut. ", { nextText: "Wir gehen nach Hause." }))[0]!.language).toBe("de");
  });

  it("is what was said, not its markup, wherever that was cut", () => {
    const options = { native: "de" };
    const cut = 'nd the time="1.5s" with="the" /> <voice name="of the and you"> [with the and that] Kaffee. ';
    expect(speechOf(plan("Pizza.", { ...options, previousText: cut }))[0]!.language).toBe("de");
    expect(speechOf(plan("Pizza.", { ...options, previousText: '<phoneme ph="x">Ja' }))[0]!.language).toBe("de");
  });

  it("is in the language that is named, whatever stands around it", () => {
    const options = { language: "en", previousText: GERMAN.join(""), nextText: "Wir gehen." };
    expect(speechOf(plan("Ja, gut. ", options))[0]!.language).toBe("en");
  });
});

describe("a dialogue", () => {
  it("goes on from the text before with its first entry and leads to the text after with its last", () => {
    const languages = (options: RequestOptions) =>
      speechOf(plan(["Ja, gut. ", "Ja. ", "Ja, gut. "], options)).map((unit) => unit.language);
    expect(languages({})).toEqual(["en", "en", "en"]);
    expect(languages({ previousText: "Wir gehen nach Hause. " })).toEqual(["de", "en", "en"]);
    expect(languages({ nextText: "Wir gehen nach Hause. " })).toEqual(["en", "en", "de"]);
  });
});
