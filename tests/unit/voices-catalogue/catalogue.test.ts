import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../../app/domains/voices/catalogue";

/** The languages of the specification, and three more of its dialect lists. */
const LANGUAGES = (
  "en hi pt zh es fr de ja ar ru ko id it nl tr pl sv fil ms ro uk el cs da fi bg hr sk ta " + "hu no vi"
).split(" ");

describe("the catalogue", () => {
  it("has at least 75 voices, 20 of them English", () => {
    expect(CATALOGUE.length).toBeGreaterThanOrEqual(75);
    expect(CATALOGUE.filter(({ language }) => language === "en").length).toBeGreaterThanOrEqual(20);
  });

  it.each(LANGUAGES)("has a woman and a man for %s", (language) => {
    const genders = CATALOGUE.filter((voice) => voice.language === language).map(({ gender }) => gender);
    expect(genders).toContain("female");
    expect(genders).toContain("male");
  });

  it("gives every voice an id of 20 letters and digits and a name of its own", () => {
    const ids = CATALOGUE.map(({ speaker }) => speaker.voiceId);
    expect(new Set(ids).size).toBe(CATALOGUE.length);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(new Set(CATALOGUE.map(({ name }) => name.toLowerCase())).size).toBe(CATALOGUE.length);
  });

  it("keeps the ids of published voices", () => {
    const idOf = (name: string) => CATALOGUE.find((voice) => voice.name === name)?.speaker.voiceId;
    expect(idOf("Clara")).toBe("K3DdPBMq4QmU3yQkiGOM");
    expect(idOf("Maya")).toBe("qC5q0fQ2tFbMhHPmUHgW");
    expect(idOf("Ananya")).toBe("WcmkQO9JVFJxw8JYCM8x");
  });

  it("describes every voice and has it say something in its own language", () => {
    for (const voice of CATALOGUE) {
      expect(voice.description.length, voice.name).toBeGreaterThan(20);
      expect(voice.previewText.length, voice.name).toBeGreaterThan(20);
      expect(voice.verifiedLanguages[0]!.language, voice.name).toBe(voice.language);
    }
  });

  it("says honestly where a language is spoken with another's sounds", () => {
    for (const voice of CATALOGUE.filter(({ language }) => language === "fil")) {
      expect(voice.description).toContain("Indonesian");
    }
  });

  it("keeps every parameter within what the engines bear", () => {
    for (const { name, speaker } of CATALOGUE) {
      const { flite, espeak } = speaker;
      expect(flite.rate, name).toBeGreaterThan(0.8);
      expect(Math.abs(flite.formantSemitones), name).toBeLessThanOrEqual(5);
      expect(espeak.pitch, name).toBeGreaterThanOrEqual(0);
      expect(espeak.pitch, name).toBeLessThanOrEqual(99);
      // The woman's base must not be raised, nor the men's lowered: both lose their sounds.
      if (flite.base === "slt") expect(flite.formantSemitones, name).toBeLessThanOrEqual(0);
      else expect(flite.formantSemitones, name).toBeGreaterThanOrEqual(0);
    }
  });
});
