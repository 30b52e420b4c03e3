import { expect, test } from "vitest";
import { DEFAULT_VOICE_SETTINGS } from "~/domains/voices/schema";
import { dialogueRequest, speechRequest } from "~/features/speech/generation-request";
import { checkText } from "~/features/speech/limits";

const model = { maxCharacters: 10, costFactor: 1, limitOf: "this model" as const, othersTakeMore: true };

test("a text that fits has no problem and says what it costs", () => {
  expect(checkText("12345", model, 100, "December 1")).toEqual({ characters: 5, limit: 10, cost: 5, problem: null });
});

test("nothing but white space is empty", () => {
  expect(checkText("  \n", model, 100, "").problem).toEqual({ kind: "empty" });
});

test("a text that has nothing to say is told apart from an empty one", () => {
  expect(checkText("?!", model, 100, "", false).problem).toEqual({
    kind: "unspeakable",
    message: "Nothing here can be spoken. Add a word or a number.",
  });
  expect(checkText(" ", model, 100, "", false).problem).toEqual({ kind: "empty" });
});

test("a text over the model's limit says by how much", () => {
  const { problem } = checkText("x".repeat(13), model, 100, "");
  expect(problem).toEqual({
    kind: "too_long",
    message: "3 characters too long for this model. Shorten the text, or choose a model that takes more.",
  });
});

test("no other model is advised where none takes more", () => {
  const dialogues = { ...model, limitOf: "a dialogue" as const, othersTakeMore: false };
  expect(checkText("x".repeat(13), dialogues, 100, "").problem).toEqual({
    kind: "too_long",
    message: "3 characters too long for a dialogue. Shorten the text.",
  });
});

test("a text that costs more than is left says what is left, and until when", () => {
  const { problem } = checkText("12345", model, 4, "December 1");
  expect(problem).toMatchObject({ kind: "no_credits" });
  expect(problem && "message" in problem && problem.message).toBe(
    "This takes 5 credits, and 4 are left until December 1.",
  );
});

test("one is told as one: a character too many, a credit needed, a credit left", () => {
  const messageOf = (text: string, left: number, costFactor = 1) => {
    const { problem } = checkText(text, { ...model, costFactor }, left, "December 1");
    return problem && "message" in problem && problem.message;
  };
  expect(messageOf("x".repeat(11), 100)).toMatch(/^1 character too long for this model\./);
  expect(messageOf("12345", 1)).toBe("This takes 5 credits, and 1 is left until December 1.");
  expect(messageOf("1", 0)).toBe("This takes 1 credit, and 0 are left until December 1.");
});

test("without a limit of credits only the model's limit counts", () => {
  expect(checkText("12345", model, null, "").problem).toBeNull();
});

test("half-price models cost half, rounded up, and at least one credit", () => {
  expect(checkText("12345", { ...model, costFactor: 0.5 }, 100, "").cost).toBe(3);
  expect(checkText("1", { ...model, costFactor: 0.1 }, 100, "").cost).toBe(1);
});

const draft = {
  mode: "speech" as const,
  text: "[excited] Hello <break time='1s'/> there",
  voiceId: "v/1",
  modelId: "m1",
  dialogueModelId: "m2",
  language: "",
  dialogueStability: null,
};

test("a request names the voice, the model and the settings, and leaves out what was not chosen", () => {
  const request = speechRequest(draft, DEFAULT_VOICE_SETTINGS);
  expect(request.path).toBe("/v1/text-to-speech/v%2F1/stream/with-timestamps?output_format=mp3_44100_128");
  expect(request.body).toEqual({
    text: draft.text,
    model_id: "m1",
    voice_settings: { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: true, speed: 1 },
  });
  expect(speechRequest({ ...draft, language: "de" }, DEFAULT_VOICE_SETTINGS, 7).body).toMatchObject({
    language_code: "de",
    seed: 7,
  });
});

test("the title is what is said, without tags and marks", () => {
  expect(speechRequest(draft, DEFAULT_VOICE_SETTINGS).title).toBe("Hello there");
});

test("a dialogue sends its lines without the empty ones, and its text is theirs joined", () => {
  const request = dialogueRequest(
    [
      { text: "One.", voiceId: "a" },
      { text: "", voiceId: "b" },
      { text: "Two.", voiceId: "b" },
    ],
    draft,
  );
  expect(request.body).toMatchObject({
    model_id: "m2",
    inputs: [
      { text: "One.", voice_id: "a" },
      { text: "Two.", voice_id: "b" },
    ],
  });
  expect(request.text).toBe("One.Two.");
});
