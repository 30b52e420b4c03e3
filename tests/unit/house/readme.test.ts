import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { VOICE_SETTING_BOUNDS } from "../../../app/domains/voices/schema";

it("the README says how far voices follow the speeds of the OpenAI dialect", () => {
  const { min, max } = VOICE_SETTING_BOUNDS.speed;
  const words = readFileSync("README.md", "utf8").replace(/\s+/g, " ");
  expect(words).toContain(`\`speed\` may be 0.25 to 4, and what is slower than ${min} or faster than ${max} is spoken`);
});
