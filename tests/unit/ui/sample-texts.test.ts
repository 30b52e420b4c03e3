import { expect, test } from "vitest";
import { CATALOGUE } from "~/domains/voices/catalogue";
import { SAMPLE_TEXTS, TRY_IT_LIMIT } from "~/features/try-it/sample-texts";
import { tryItVoices } from "~/features/try-it/try-it-voices";

test("every sample fits what a visitor may have spoken", () => {
  for (const sample of SAMPLE_TEXTS) expect(Array.from(sample.text).length).toBeLessThanOrEqual(TRY_IT_LIMIT);
});

test("every language is there once, and has a voice of its own", () => {
  const codes = SAMPLE_TEXTS.map((sample) => sample.code);
  expect(new Set(codes).size).toBe(codes.length);
  const spoken = new Set(Object.keys(tryItVoices(CATALOGUE)));
  expect(codes.filter((code) => !spoken.has(code))).toEqual([]);
});

test("a visitor chooses among a handful of voices for each language", () => {
  expect(tryItVoices(CATALOGUE).en).toHaveLength(6);
});
