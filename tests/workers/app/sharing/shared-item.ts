import type { HistoryItem } from "../../../../app/domains/history/schema";
import { newId } from "../../../../app/lib/ids";
import type { Services } from "../../../../workers/app/services";
import type { TestCaller } from "../../../support/test-caller";

const SECONDS_A_CHARACTER = 0.1;
const SAMPLE_RATE_HZ = 8_000;

/** A history item whose sound is a tone of its length, and whose characters last a tenth of a second each. */
export async function addSharedItem(
  services: Services,
  env: Cloudflare.Env,
  { workspaceId, userId }: TestCaller,
  changes: Partial<Pick<HistoryItem, "text" | "source" | "dialogue">> = {},
): Promise<string> {
  const text = changes.text ?? "Shared words are heard.";
  const characters = Array.from(text);
  const alignment = {
    characters,
    characterStartTimesSeconds: characters.map((_, i) => i * SECONDS_A_CHARACTER),
    characterEndTimesSeconds: characters.map((_, i) => (i + 1) * SECONDS_A_CHARACTER),
  };
  const sound = tone(characters.length * SECONDS_A_CHARACTER);
  const audioId = newId("audio");
  const folder = `workspaces/${workspaceId}/audio/${audioId}`;
  await env.STORAGE.put(`${folder}.pcm`, sound);
  await env.STORAGE.put(
    `${folder}.timings.json`,
    JSON.stringify({ frames: [{ entryIndex: 0, alignment, normalizedAlignment: alignment }] }),
  );
  const audio = {
    id: audioId,
    workspaceId,
    fingerprint: audioId,
    audioKey: `${folder}.pcm`,
    timingsKey: `${folder}.timings.json`,
    outputFormat: "pcm_8000",
    contentType: "audio/pcm",
    bytes: sound.byteLength,
    durationMs: characters.length * SECONDS_A_CHARACTER * 1000,
    peaks: [10, 200, 30],
  };
  const id = newId("hist");
  await services.history.addItem({
    id,
    workspaceId,
    userId,
    requestId: newId("req"),
    voiceId: "v",
    voiceName: "Clara",
    voiceCategory: "premade",
    modelId: "m",
    text,
    dialogue: changes.dialogue ?? null,
    settings: {},
    source: changes.source ?? "TTS",
    language: "en",
    seed: 1,
    characterCountFrom: 0,
    characterCountTo: text.length,
    audio,
  });
  return id;
}

function tone(seconds: number): Uint8Array {
  const samples = Int16Array.from({ length: Math.round(seconds * SAMPLE_RATE_HZ) }, (_, i) =>
    Math.round(8000 * Math.sin((2 * Math.PI * 220 * i) / SAMPLE_RATE_HZ)),
  );
  return new Uint8Array(samples.buffer);
}
