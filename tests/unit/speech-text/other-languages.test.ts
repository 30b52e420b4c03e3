import { describe, expect, it } from "vitest";
import { wordsOf } from "./speak-request";

describe("texts in other languages keep their numbers and get words for signs", () => {
  it.each([
    ["es", "Cuesta $25.50 y sube un 3%.", "Cuesta 25,50 dólares y sube un 3 por ciento"],
    ["es", "El Sr. García y la Dra. Ruiz", "El señor García y la doctora Ruiz"],
    ["es", "El 1º de mayo", "El 1º de mayo"],
    ["es", "14/03/2026", "14 de marzo de 2026"],
    ["pt", "R & B custa 1 €", "R e B custa 1 euro"],
    ["fr", "Il y a 10 000 personnes, soit 50 %", "Il y a 10000 personnes soit 50 pour cent"],
    ["fr", "aujourd’hui, peut-être à 20 °C", "aujourd'hui peut-être à 20 degrés Celsius"],
    ["fr", "M. Dupont, p. ex.", "monsieur Dupont par exemple"],
    ["de", "Das kostet 25.50 €, z.B. heute.", "Das kostet 25,50 Euro zum Beispiel heute"],
    ["de", "1.234.567 Leute & Dr. Müller", "1234567 Leute und Doktor Müller"],
    ["de", "Am 14.03.2026 um 15:30", "Am vierzehnten März 2026 um 15 30"],
    ["de", "Der 3.10.2024 ist frei", "Der dritte Oktober 2024 ist frei"],
    ["de", "Seit 2024-03-01, 14:30 Uhr", "Seit ersten März 2024 14 Uhr 30"],
    ["de", "Um 14.05 Uhr oder 9:00 Uhr", "Um 14 Uhr 5 oder 9 Uhr"],
    ["fr", "Le 01/05/2024 et le 2/5/2024", "Le premier mai 2024 et le 2 mai 2024"],
    ["fr", "Le train de 8h30 ou 9 h", "Le train de 8 heures 30 ou 9 heures"],
    ["de", "Am 3. Oktober begann der 21. Versuch", "Am dritten Oktober begann der einundzwanzigste Versuch"],
    ["it", "Il sig. Rossi paga €5", "Il signor Rossi paga 5 euro"],
    ["nl", "dhr. Jansen heeft €3", "de heer Jansen heeft 3 euro"],
    ["pl", "1 $, 3 $ i 5 $", "1 dolar 3 dolary i 5 dolarów"],
    ["cs", "Stojí 5 € = málo", "Stojí 5 eur rovná se málo"],
    ["ru", "50% от 3 $ и 5 км", "50 процентов от 3 доллара и 5 км"],
    ["ru", "Ехать 2 km", "Ехать 2 километра"],
    ["ru", "14.03.2026", "14 марта 2026"],
    ["uk", "21 € і 5%", "21 євро і 5 відсотків"],
    ["el", "5 € και 3%", "5 ευρώ και 3 τοις εκατό"],
    ["tr", "%50 ve 50%", "yüzde 50 ve yüzde 50"],
    ["ar", "٢٥ كتاب و 50%", "25 كتاب و 50 بالمئة"],
    ["fa", "می‌خواهم ۵ کتاب", "می‌خواهم 5 کتاب"],
    ["hi", "₹ नहीं, ५० % और 3 km", "नहीं 50 प्रतिशत और 3 किलोमीटर"],
    ["zh", "约50%和3公里", "约 百分之 50 和 3 公里"],
    ["ja", "50%です。2026年3月14日", "50 パーセント です 2026 ねん 3 がつ 14 にち"],
    ["ko", "50%와 $3", "50 퍼센트 와 3 달러"],
    ["th", "ราคา 50%", "ราคา 50 เปอร์เซ็นต์"],
    ["lv", "Labdien & 50%", "Labdien 50 %"],
  ])("%s: %s", (language, written, spoken) => {
    expect(wordsOf(written, { language })).toBe(spoken);
  });

  it("gives the engine emoji that it has names for, and leaves out the others", () => {
    expect(wordsOf("hola 😀 amigo 🫠", { language: "es" })).toBe("hola 😀 amigo");
    expect(wordsOf("שלום 😀", { language: "he" })).toBe("שלום");
  });

  it("says in English what a language has no word for when there is nothing else to say", () => {
    expect(wordsOf("😀", { language: "he" })).toBe("grinning face");
  });

  it("keeps letters out of the engine's markup", () => {
    expect(wordsOf("a [[b]] <c d> &lt;e", { language: "de" })).toBe("a b c d e");
  });
});
