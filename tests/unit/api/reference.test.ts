import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { curlExample, sdkExample } from "../../../app/features/api-docs/examples";
import type { ApiOperation } from "../../../workers/app/api/reference";

const values = { origin: "http://localhost:8787", apiKey: "$API_KEY", voiceId: "abc" };
const operation: ApiOperation = {
  id: "post-v1-text-to-speech",
  method: "POST",
  path: "/v1/text-to-speech/{voice_id}",
  summary: "Speak",
  needsAccount: true,
  permission: null,
  pathFields: [],
  queryFields: [],
  bodyFields: [],
  bodyKind: "json",
  answerTypes: ["audio/mpeg"],
  answerFields: [],
  exampleBody: JSON.stringify({ text: "It's here.", voice_id: "VOICE_ID" }),
  sdkCall: 'client.textToSpeech.convert(voiceId, { text: "Hello." })',
};

describe("examples", () => {
  it("are commands that a shell takes as they stand, also with quotes in the text", () => {
    expect(curlExample(operation, values)).toBe(
      [
        "curl -fsS -X POST \\",
        "  http://localhost:8787/v1/text-to-speech/abc \\",
        '  -H "xi-api-key: $API_KEY" \\',
        '  -H "content-type: application/json" \\',
        `  -d '{"text":"It'\\''s here.","voice_id":"abc"}' \\`,
        "  -o answer.mp3",
      ].join("\n"),
    );
  });

  it("leave out what a public operation does not need", () => {
    const open = {
      ...operation,
      method: "GET",
      needsAccount: false,
      exampleBody: null,
      answerTypes: ["application/json"],
    };
    expect(curlExample(open, values)).toBe("curl -fsS \\\n  http://localhost:8787/v1/text-to-speech/abc");
  });

  it("give the client's call with what it needs, and none where the client has none", () => {
    expect(sdkExample(operation, values)).toBe(
      'const voiceId = "abc";\nconst answer = await client.textToSpeech.convert(voiceId, { text: "Hello." });',
    );
    expect(sdkExample({ ...operation, sdkCall: null }, values)).toBeNull();
  });
});

describe("the list of contract operations", () => {
  it("holds facts only, each operation once", () => {
    const file = new URL("../../support/contract-operations.json", import.meta.url);
    const operations = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>[];
    expect(operations.length).toBeGreaterThan(400);
    for (const entry of operations) expect(Object.keys(entry)).toEqual(["family", "method", "path"]);
    const names = operations.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
