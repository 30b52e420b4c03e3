import { describe, expect, test } from "vitest";
import { fingerprintOf, type SpeakContent } from "../../../app/domains/speech/fingerprint";
import { CATALOGUE } from "../../../app/domains/voices/catalogue";
import { DEFAULT_VOICE_SETTINGS } from "../../../app/domains/voices/schema";

const content: SpeakContent = {
  engine: "embedded",
  modelId: "eleven_multilingual_v2",
  entries: [{ text: "Hello.", voice: CATALOGUE[0]!.speaker, settings: { ...DEFAULT_VOICE_SETTINGS } }],
  outputFormat: "mp3_44100_128",
  normalization: "auto",
  markup: "plain",
};
const [entry] = content.entries;

describe("a request's fingerprint", () => {
  test("is the same for the same request, in whatever order it was written, and so is its seed", async () => {
    const again = Object.fromEntries(Object.entries(content).reverse()) as unknown as SpeakContent;
    expect(await fingerprintOf({ ...again, languageCode: undefined })).toEqual(await fingerprintOf(content));
  });

  test("keeps a given seed", async () => {
    expect((await fingerprintOf({ ...content, seed: 7 })).seed).toBe(7);
  });

  test.each<[string, Partial<SpeakContent>]>([
    ["text", { entries: [{ ...entry!, text: "Hello!" }] }],
    ["voice", { entries: [{ ...entry!, voice: CATALOGUE[1]!.speaker }] }],
    ["settings", { entries: [{ ...entry!, settings: { ...entry!.settings, speed: 1.1 } }] }],
    ["format", { outputFormat: "pcm_16000" }],
    ["model", { modelId: "eleven_v3" }],
    ["seed", { seed: 1 }],
    ["language", { languageCode: "de" }],
    ["text before", { previousText: "So." }],
    ["normalization", { normalization: "off" }],
  ])("differs with another %s", async (_what, change) => {
    const { fingerprint } = await fingerprintOf({ ...content, ...change });
    expect(fingerprint).not.toBe((await fingerprintOf(content)).fingerprint);
  });
});
