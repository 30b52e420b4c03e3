import { describe, expect, it } from "vitest";
import { type EngineSettings, settingsProblems } from "../../../workers/adapters/speech/settings-problems";
import type { EngineId } from "../../../workers/speech/protocol";
import { loadCodecModules } from "../../support/codec-modules";

const { mpg123 } = await loadCodecModules();
const problems = (settings: EngineSettings, engine: EngineId = "embedded") =>
  settingsProblems(settings, engine, { mpg123 });

describe("the settings of the speech engines", () => {
  it.each<[string, EngineSettings, EngineId]>([
    ["nothing set", {}, "embedded"],
    ["empty strings", { SPEECH_URL: "", FLITE: "" }, "embedded"],
    ["one of our engines", { ESPEAK: "off", FLITE: "on" }, "embedded"],
    ["a server", { SPEECH_URL: "http://localhost:8880/v1", SPEECH_VOICES: '{"default":"amy"}' }, "openai-compatible"],
    [
      "a server that speaks in place of ours",
      { SPEECH_URL: "http://a.b", FLITE: "off", ESPEAK: "off" },
      "openai-compatible",
    ],
    ["an upstream", { UPSTREAM_URL: "https://a.b", UPSTREAM_API_KEY: "k" }, "elevenlabs-compatible"],
  ])("are right with %s", (_what, settings, engine) => {
    expect(problems(settings, engine)).toEqual([]);
  });

  it.each<[EngineSettings, EngineId, string]>([
    [{}, "openai-compatible", "SPEECH_URL: required where SPEECH_ENGINE is openai-compatible"],
    [
      { UPSTREAM_URL: "https://a.b" },
      "elevenlabs-compatible",
      "UPSTREAM_API_KEY: required where SPEECH_ENGINE is elevenlabs-compatible",
    ],
    [{}, "workers-ai", "AI: required where SPEECH_ENGINE is workers-ai"],
    [{ SPEECH_URL: "foo" }, "embedded", "SPEECH_URL: must be an address that starts with http:// or https://"],
    [
      { UPSTREAM_URL: "ftp://a.b" },
      "embedded",
      "UPSTREAM_URL: must be an address that starts with http:// or https://",
    ],
    [{ FLITE: "OFF" }, "embedded", 'FLITE: must be "on" or "off"'],
    [
      { FLITE: "off", ESPEAK: "off" },
      "embedded",
      "FLITE, ESPEAK: one of them has to be on where SPEECH_ENGINE is embedded",
    ],
  ])("are told where they are wrong: %j for %s", (settings, engine, problem) => {
    expect(problems(settings, engine)).toEqual([problem]);
  });

  it.each(['{"default":', "[]", '{"default":7}', '"amy"'])(
    "have to map voices to names, which %s does not",
    (voices) => {
      expect(problems({ SPEECH_VOICES: voices })).toEqual([
        'SPEECH_VOICES: must be a JSON object that maps voice ids, "female", "male", "neutral" or "default" to voice names',
      ]);
    },
  );

  it("are told without what they say", () => {
    expect(problems({ SPEECH_URL: "secret-host", UPSTREAM_VOICES: "secret" }).join()).not.toContain("secret");
  });
});
