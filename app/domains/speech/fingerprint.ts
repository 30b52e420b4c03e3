/** Names a request by its content: equal requests have equal sound, so the second is served from storage. */
import type { SpeakRequest } from "../../../workers/speech/protocol";

/** Raise it when the same request would sound different: new engine data, mastering, text rules. */
export const SOUND_VERSION = 5;

export type SpeakContent = Omit<SpeakRequest, "requestId" | "seed"> & { seed?: number };

/** SHA-256 in hex over everything that shapes the sound, and the seed: the given one, or one drawn from the content. */
export async function fingerprintOf(content: SpeakContent): Promise<{ fingerprint: string; seed: number }> {
  const digest = await sha256(JSON.stringify(canonical({ soundVersion: SOUND_VERSION, ...content })));
  const seed = content.seed ?? new DataView(digest).getUint32(0);
  return { fingerprint: hex(new Uint8Array(digest)), seed };
}

/** Keys in order, absent ones left out, so that equal contents are equal texts. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, canonical(inner)]));
}

const sha256 = (text: string) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
