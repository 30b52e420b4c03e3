import { describe, expect, it } from "vitest";
import { alignUnit } from "../../../workers/speech/text";
import { wordsOf as signsOf } from "../../../workers/speech/text/normalize/language-words";
import { plan, speechOf, wordsOf } from "./speak-request";

const english = (written: string) => wordsOf(written, { language: "en" });

describe("an address in an English text", () => {
  it.each([
    ["https://example.com/docs", "example dot com slash docs"],
    ["http://www.example.org/a-b/c_d", "example dot org slash a dash B slash C underscore D"],
    ["example.com", "example dot com"],
    ["sub.example.co.uk", "sub dot example dot co dot uk"],
    ["https://ada@example.com:8080/a:b", "ada at example dot com colon eight zero eight zero slash a colon B"],
    ["https://example.com/%ff%fe/a", "example dot com slash a"],
    ["example.com/constructor/toString", "example dot com slash constructor slash to String"],
    ["jane.doe@example.com", "jane dot doe at example dot com"],
    ["mail info@my-shop.de now", "mail info at my dash shop dot de now"],
    ["@openai", "at openai"],
    ["#ThrowbackThursday", "hashtag Throwback Thursday"],
    ["#1", "number one"],
    ["#hashtag_two", "hashtag hashtag two"],
    ["foo.bar()", "foo dot bar"],
    ["index.html", "index dot H T M L"],
    ["Node.js", "Node dot J S"],
  ])("%s", (written, spoken) => {
    expect(english(written)).toBe(spoken);
  });

  it.each([
    ["example.com/find?q=red+shoes&page=2", "slash find question mark Q equals red shoes and page equals two"],
    ["example.com/a?b=1#c", "slash a question mark B equals one hash C"],
    ["example.com?q=caf%C3%A9%20noir&&b=#", "question mark Q equals cafe noir and B equals"],
    ["example.com/faq#top-ten", "slash faq hash top dash ten"],
    [
      "example.com/a?to=https://example.org/b",
      "slash a question mark to equals H T T P S colon slash slash example dot org slash B",
    ],
    ["example.com?is=on", "question mark is equals on"],
  ])("has its query and its fragment: %s", (written, spoken) => {
    expect(english(written)).toBe(`example dot com ${spoken}`);
    expect(english(`See https://${written}.`)).toBe(`See example dot com ${spoken}`);
  });

  it.each(["https://example.com/?", "https://example.com?#", "https://example.com/#"])(
    "has no word for a mark that introduces nothing: %s",
    (written) => {
      expect(english(written)).toBe("example dot com");
    },
  );

  it("is not read on and on where a query is all codes", () => {
    const words = english(`Go to example.com?${"a=bee&".repeat(300)} now`).split(" ");
    const query = words.slice(words.indexOf("question"), -1);
    expect(query.slice(0, 9).join(" ")).toBe("question mark a equals bee and a equals bee");
    expect(query).toHaveLength(40);
    expect(words.at(-1)).toBe("now");
  });

  it("gives each of its characters a time", () => {
    const written = "Go to example.com/find?q=red+shoes&page=2#top now";
    const [unit] = speechOf(plan(written, { language: "en" }));
    const places = unit!.tokens.flatMap((token, tokenIndex) =>
      token.words.map((_, wordIndex) => ({ tokenIndex, wordIndex })),
    );
    const times = places.map((place, i) => ({ ...place, startSeconds: i * 0.2, endSeconds: i * 0.2 + 0.2 }));
    const { alignment, normalizedAlignment } = alignUnit(unit!, times, 0, times.length * 0.2);
    expect(alignment.characters.join("")).toBe(written);
    const starts = alignment.characterStartTimesSeconds;
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    const address = starts.slice(written.indexOf("example"), written.indexOf(" now"));
    expect(address[0]).toBeCloseTo(0.4);
    expect(new Set(address).size).toBe(address.length);
    expect(starts[written.indexOf("now")]).toBeCloseTo((times.length - 1) * 0.2);
    expect(normalizedAlignment.characters.join("")).toContain("Q equals red shoes and page equals two hash top now");
  });
});

describe("an address in another language", () => {
  it.each([
    ["es", "Escribe a ana@ejemplo.es", "Escribe a ana arroba ejemplo punto es"],
    [
      "es",
      "Mira ejemplo.es/a?b=1&c=2#d",
      "Mira ejemplo punto es barra a signo de interrogación b igual a 1 y c igual a 2 almohadilla d",
    ],
    ["de", "Auf beispiel.de:8080/x+y#z", "Auf beispiel Punkt de Doppelpunkt 8080 Schrägstrich x plus y Raute z"],
    ["pl", "Na example.pl/a+b", "Na example kropka pl ukośnik a plus b"],
    ["tr", "Bak: örnek.com/a?b=1", "Bak örnek nokta com eğik çizgi a soru işareti b eşittir 1"],
  ])("%s: %s", (language, written, spoken) => {
    expect(wordsOf(written, { language })).toBe(spoken);
  });

  it.each([
    ["ja", "詳しくは example.jp/a?b=1 へ", "くわしく わ example dot J P slash a question mark B equals one え"],
    [
      "ru",
      "Глянь example.ru/a?b=1&c=2, друг",
      "Глянь example dot ru slash a question mark B equals one and C equals two друг",
    ],
    ["ko", "여기 https://example.kr#b 보세요", "여기 example dot K R hash B 보세요"],
  ])("is read as one in English where its letters are foreign, %s: %s", (language, written, spoken) => {
    expect(wordsOf(written, { language })).toBe(spoken);
  });

  it("has a word for each of its signs in every language that has words for signs", () => {
    const languages =
      "es pt fr de it nl sv da no fi pl cs sk hr ro hu tr ru uk bg el ar he fa hi ta id ms fil vi zh yue ja ko th ca";
    for (const language of languages.split(" ")) {
      const words = signsOf(language);
      if (words === undefined) throw new Error(`${language} has no words for signs`);
      const { dot, at, slash, dash, underscore, plus, colon, question, equals, and, numberSign } = words;
      const signs = [dot, at, slash, dash, underscore, plus, colon, question, equals, and, numberSign];
      expect(
        signs.filter((sign) => !/^[\p{L}\p{M}][\p{L}\p{M}'’\u200c -]*$/u.test(sign)),
        language,
      ).toEqual([]);
    }
  });
});
