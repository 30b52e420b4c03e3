import { describe, expect, test } from "vitest";
import { readSessionOptions } from "../../../durable-objects/speech-session/session-options";

const read = (query: string, voice = "voice") =>
  readSessionOptions(new URL(`http://localhost/v1/text-to-speech/${voice}/stream-input?${query}`));

describe("what a socket's address asks for", () => {
  test.each([
    ["auto_mode", "autoMode", false],
    ["sync_alignment", "syncAlignment", false],
    ["enable_logging", "keepInHistory", true],
    ["enable_ssml_parsing", "readsSsml", true],
  ] as const)("%s is read as clients write booleans, over HTTP as well", (name, option, otherwise) => {
    for (const word of ["true", "True", "1", "yes", "on"]) expect(read(`${name}=${word}`)[option]).toBe(true);
    for (const word of ["false", "False", "0", "no", "off"]) expect(read(`${name}=${word}`)[option]).toBe(false);
    for (const query of ["", `${name}=`]) expect(read(query)[option]).toBe(otherwise);
    expect(() => read(`${name}=perhaps`)).toThrow(`${name}: Input should be a valid boolean`);
  });

  test("has the voice as it is called, and as it is written where the escapes mean nothing", () => {
    expect(read("", "a%20b").voiceId).toBe("a b");
    expect(read("", "%E0%A4%A").voiceId).toBe("%E0%A4%A");
  });
});
