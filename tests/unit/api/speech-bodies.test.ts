import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { refuseUnavailable } from "../../../workers/app/api/v1/speech-schemas";
import { textToDialogueEndpoints } from "../../../workers/app/api/v1/text-to-dialogue";
import { textToSpeechEndpoints } from "../../../workers/app/api/v1/text-to-speech";
import { validationIssues } from "../../../workers/app/api/validation-issues";

/** Values that a field takes, and such that it does not, each with the place and type that the answer names. */
interface Field {
  takes: unknown[];
  refuses: [value: unknown, type: string, ...inside: (string | number)[]][];
}

const flag: Field = {
  takes: [true, false, null],
  refuses: [
    ["banana", "bool_type"],
    [17, "bool_type"],
    ["true", "bool_type"],
  ],
};
const words: Field = { takes: ["", "Words.", null], refuses: [[5, "string_type"]] };
const requestIds: Field = {
  takes: [[], ["req_1", "req_2", "req_3"], null],
  refuses: [
    ["req_1", "list_type"],
    [[1], "string_type", 0],
    [["a", "b", "c", "d"], "too_long"],
  ],
};
const inside = (name: string, value: unknown, type: string): [unknown, string, string] => [
  { [name]: value },
  type,
  name,
];

/** Body fields that the contract has for speech and dialogue alike. */
const COMMON: Record<string, Field> = {
  model_id: { takes: ["eleven_v3", null], refuses: [[3, "string_type"]] },
  language_code: { takes: ["en", null], refuses: [[["en"], "string_type"]] },
  pronunciation_dictionary_locators: {
    takes: [[], [{ pronunciation_dictionary_id: "a", version_id: null }], null],
    refuses: [
      ["a", "list_type"],
      [[{ version_id: "b" }], "missing", 0, "pronunciation_dictionary_id"],
      [[{ pronunciation_dictionary_id: "a", version_id: 2 }], "string_type", 0, "version_id"],
    ],
  },
  seed: {
    takes: [0, 4_294_967_295, null],
    refuses: [
      ["7", "float_type"],
      [1.5, "int_type"],
      [-1, "greater_than_equal"],
      [4_294_967_296, "less_than_equal"],
    ],
  },
  previous_text: words,
  previous_request_ids: requestIds,
  next_request_ids: requestIds,
  use_pvc_as_ivc: flag,
  apply_text_normalization: {
    takes: ["auto", "on", "off", null],
    refuses: [
      ["always", "enum"],
      [true, "enum"],
    ],
  },
  audio_effects: {
    takes: [
      {},
      { filter_preset_id: null, distance: null, environment_id: null, background_noise_id: null },
      { send_level: null, pan: null, seed: null },
      { distance: 1, send_level: 0.5, pan: -1, seed: -7 },
      null,
    ],
    refuses: [
      ["hall", "dict_type"],
      inside("filter_preset_id", 1, "string_type"),
      inside("distance", "far", "float_type"),
      inside("distance", 1.1, "less_than_equal"),
      inside("environment_id", 1, "string_type"),
      inside("background_noise_id", true, "string_type"),
      inside("send_level", "all", "float_type"),
      inside("send_level", -0.1, "greater_than_equal"),
      inside("send_level", 1.1, "less_than_equal"),
      inside("pan", "left", "float_type"),
      inside("pan", -1.1, "greater_than_equal"),
      inside("pan", 1.1, "less_than_equal"),
      inside("seed", "x", "float_type"),
      inside("seed", 0.5, "int_type"),
    ],
  },
};

const SPEECH: Record<string, Field> = {
  ...COMMON,
  text: {
    takes: ["Hello."],
    refuses: [
      [5, "string_type"],
      [null, "string_type"],
    ],
  },
  voice_settings: {
    takes: [{}, { stability: 0, similarity_boost: 1, style: 0, use_speaker_boost: false, speed: 0.7 }, null],
    refuses: [
      ["calm", "dict_type"],
      inside("stability", "low", "float_type"),
      inside("stability", 1.1, "less_than_equal"),
      inside("similarity_boost", true, "float_type"),
      inside("style", -0.1, "greater_than_equal"),
      inside("use_speaker_boost", "yes", "bool_type"),
      inside("speed", 2, "less_than_equal"),
    ],
  },
  next_text: words,
  apply_language_text_normalization: flag,
};

const DIALOGUE: Record<string, Field> = {
  ...COMMON,
  inputs: {
    takes: [[{ text: "Hello.", voice_id: "v" }]],
    refuses: [
      ["Hello.", "list_type"],
      [[], "too_short"],
      [[{ text: "Hello." }], "missing", 0, "voice_id"],
      [[{ text: 5, voice_id: "v" }], "string_type", 0, "text"],
      [[{ text: "Hello.", voice_id: 5 }], "string_type", 0, "voice_id"],
    ],
  },
  settings: {
    takes: [{}, { stability: 0.5, similarity: 0.5 }, { stability: null, similarity: null }, null],
    refuses: [
      [[], "dict_type"],
      inside("stability", "low", "float_type"),
      inside("stability", 1.1, "less_than_equal"),
      inside("similarity", "much", "float_type"),
    ],
  },
  future_text: words,
};

const bodyOf = ({ io }: (typeof textToSpeechEndpoints)[number]) => io().body as z.ZodObject;

describe.each([
  ...textToSpeechEndpoints.map((endpoint) => ({ endpoint, fields: SPEECH, least: { text: "Hello." } })),
  ...textToDialogueEndpoints.map((endpoint) => ({
    endpoint,
    fields: DIALOGUE,
    least: { inputs: [{ text: "Hello.", voice_id: "v" }] },
  })),
])("the body of POST $endpoint.path", ({ endpoint, fields, least }) => {
  const schema = bodyOf(endpoint);

  it("has the contract's fields, and no other", () => {
    expect(Object.keys(schema.shape).sort()).toEqual(Object.keys(fields).sort());
  });

  it.each(Object.entries(fields))(
    "takes what fits %s, and answers what does not in the contract's shape",
    (name, field) => {
      for (const value of field.takes) {
        const parsed = schema.safeParse({ ...least, [name]: value });
        expect(parsed.success, `${name}: ${JSON.stringify(value)}`).toBe(true);
      }
      for (const [value, type, ...inside] of field.refuses) {
        const body = { ...least, [name]: value };
        const issues = validationIssues("body", schema.safeParse(body).error?.issues ?? [], body);
        expect(issues, `${name}: ${JSON.stringify(value)}`).toEqual([
          { loc: ["body", name, ...inside], msg: expect.any(String), type },
        ]);
      }
    },
  );
});

describe("what the product cannot make", () => {
  it.each<[string, Record<string, unknown>]>([
    ["nothing", {}],
    ["every effect at what leaves the sound as it is", { distance: 0, send_level: 1, pan: 0, seed: 3 }],
    ["no reverb", { send_level: 0 }],
    ["effects that were unset", { filter_preset_id: null, environment_id: null, background_noise_id: null, pan: null }],
  ])("is not asked for by %s", (_what, audio_effects) => {
    expect(() => refuseUnavailable({ audio_effects })).not.toThrow();
  });

  it.each<[string, unknown]>([
    ["filter_preset_id", "phone"],
    ["distance", 0.4],
    ["environment_id", "hall"],
    ["background_noise_id", "cafe"],
    ["send_level", 0.5],
    ["pan", -1],
    ["pan", 0.25],
  ])("is refused where %s is %s, also beside what changes nothing", (name, value) => {
    const refusal = expect.objectContaining({ code: "invalid_request", status: 400 });
    expect(() => refuseUnavailable({ audio_effects: { [name]: value } })).toThrow(refusal);
    expect(() => refuseUnavailable({ audio_effects: { distance: null, seed: 1, [name]: value } })).toThrow(refusal);
  });

  it("is refused where a pronunciation dictionary is named", () => {
    const locators = [{ pronunciation_dictionary_id: "a" }];
    expect(() => refuseUnavailable({ pronunciation_dictionary_locators: locators })).toThrow(
      expect.objectContaining({ code: "invalid_request", status: 400 }),
    );
    expect(() => refuseUnavailable({ pronunciation_dictionary_locators: [] })).not.toThrow();
  });
});
