import { describe, expect, it } from "vitest";
import { detectLanguage } from "../../../workers/speech/text";
import { plan, speechOf, wordsOf } from "./speak-request";

/** Short texts whose few words other languages have as well. */
const ENGLISH = `
tag #1 | #tag | Tag | 1/2 cup, 10^6, x=5, a@b.com #tag | Order #12345 | Total: $5.00 | 2024-01-15 | 10 a.m. | 100%
Los Angeles | Las Vegas | Des Moines | Los Alamos | Die Hard | Das Boot | Buenos Aires | Ho Chi Minh | Son of Sam | Ten Hag
Ben & Jerry's | Tesla Model S | Coca-Cola Zero | Schmidt & Schwarz | Dos Equis | Per day | AV club | Todo list | TODO: fix
Albert Einstein | Nietzsche | Simone de Beauvoir | Dvořák | Erdoğan | Citroën | Zoë | São Paulo | Gdańsk | Erdős | Piñata
Jalapeño poppers | Crème brûlée, please | I love crème brûlée | Pizza mozzarella | Zeitgeist | Au pair | À la carte
MIT | IST | EST | UNO | AMA | Bis | War | Hat | Son | Que | Per | Men | Ja | Nein | Oui | Hola | Danke | Ciao | Merci
let me = this; | SELECT id FROM t | for i in range(10): | var x = 1 | ls --das -der | user_die.das=ist | GET /der/die/das
Problem | an hour | in an hour | Ten minutes. A puzzle | Wi-Fi | NASA | iPhone 15 Pro | README.md | Yes | No | Go | Hi | Test 1 2 3
`;

/** What leaves no doubt, be it short. */
const OTHERS: Record<string, string> = {
  de: "Guten Tag | Danke schön | Ich habe Hunger | Wo ist der Bahnhof? | Gute Nacht | Kein Problem | GUTEN MORGEN | Es tut mir leid | Die Sonne scheint. | Ein kleiner Test | Wir gehen ins Kino",
  fr: "Bonjour | Bonjour Marie | Je voudrais un café | Où est la gare ? | Je t’aime | À bientôt | Le chat dort sur la table | Combien ça coûte ?",
  es: "¡Hola! | Buenos días | Me gusta la música | Feliz cumpleaños | Vamos a la playa | Gracias por todo | No hablo inglés | Estoy aquí | Un café, por favor",
  it: "Buongiorno | Grazie mille | Non lo so | La vita è bella | Come ti chiami? | Quanto costa? | Voglio mangiare una pizza",
  pt: "Bom dia a todos | Muito obrigado | Não sei | O gato está na mesa",
  nl: "Hoe gaat het met je? | Dank je wel",
  sv: "God morgon | Jag älskar dig",
  da: "Jeg elsker dig",
  no: "Jeg vet ikke",
  fi: "Kiitos paljon",
  pl: "Kocham cię | Bardzo lubię kawę",
  cs: "Děkuji",
  hu: "Szeretlek",
  tr: "Günaydın",
  id: "Terima kasih",
  vi: "Cảm ơn",
  en: "Hello there | How are you? | Thank you",
};

const textsOf = (list: string) =>
  list
    .split(/[|\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== "");

describe("the voice's own language", () => {
  it.each(textsOf(ENGLISH))("is kept for %j", (text) => {
    expect(detectLanguage(text, "en-US")).toBe("en-US");
  });

  it.each(["Hello", "Pizza", "Tag #1", "Los Angeles", "iPhone 15 Pro"])("is kept for %j when it is German", (text) => {
    expect(detectLanguage(text, "de")).toBe("de");
  });

  it.each(Object.entries(OTHERS).flatMap(([language, list]) => textsOf(list).map((text) => [language, text])))(
    "is left for %s by %j",
    (language, text) => {
      expect(detectLanguage(text, language === "en" ? "it" : "en-GB")).toBe(language);
    },
  );

  it.each([
    ["ru", "Да"],
    ["el", "ναι"],
    ["ja", "はい"],
    ["th", "ใช่"],
  ])("is left for %s at the first word of its script", (language, text) => {
    expect(detectLanguage(text, "en")).toBe(language);
  });

  it("decides how signs and numbers around a word are read", () => {
    expect(wordsOf("tag #1")).toBe("tag number one");
    const [unit] = speechOf(plan("1/2 cup, 10^6, x=5, a@b.com #tag"));
    expect(unit?.language).toBe("en");
  });
});
