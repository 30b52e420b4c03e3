import type { ApiOperation } from "../../../workers/app/api/reference";

/** What the examples are filled in with. */
export interface ExampleValues {
  origin: string;
  /** `$API_KEY`, or what is shown of the reader's own key. */
  apiKey: string;
  voiceId: string;
}

/** File endings of the types that answers have. */
const ENDINGS: Readonly<Record<string, string>> = {
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "application/zip": "zip",
};

/** A command that works once the placeholders are filled in. */
export function curlExample(operation: ApiOperation, values: ExampleValues): string {
  const method = operation.method === "GET" ? "" : ` -X ${operation.method}`;
  const lines = [`curl -fsS${method}`, address(operation, values)];
  if (operation.needsAccount) lines.push(`-H "xi-api-key: ${values.apiKey}"`);
  if (operation.exampleBody !== null) {
    lines.push('-H "content-type: application/json"');
    lines.push(`-d '${fillVoice(operation.exampleBody, values).replaceAll("'", "'\\''")}'`);
  }
  const ending = ENDINGS[operation.answerTypes[0] ?? ""];
  if (ending) lines.push(`-o answer.${ending}`);
  return lines.join(" \\\n  ");
}

/** The same call through the official JavaScript client; null where it has none. */
export function sdkExample(operation: ApiOperation, values: ExampleValues): string | null {
  if (!operation.sdkCall) return null;
  const constants = [
    operation.sdkCall.includes("voiceId") ? `const voiceId = "${values.voiceId}";\n` : "",
    operation.sdkCall.includes("historyItemId") ? 'const historyItemId = "HISTORY_ITEM_ID";\n' : "",
  ];
  return `${constants.join("")}const answer = await ${operation.sdkCall};`;
}

/** How a client is made; the examples go on from here. */
export function sdkSetup(values: ExampleValues): string {
  return `import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";

const client = new ElevenLabsClient({
  baseUrl: "${values.origin}",
  apiKey: process.env.API_KEY,
});`;
}

function address(operation: ApiOperation, values: ExampleValues): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === "voice_id" ? values.voiceId : name.toUpperCase(),
  );
  return `${values.origin}${path}`;
}

function fillVoice(text: string, values: ExampleValues): string {
  return text.replaceAll("VOICE_ID", values.voiceId);
}
