/**
 * Speech that is played while it is made: asks the API for audio with character times and hands both on as they come.
 * Source of the shape: contract, `text-to-speech/{voice_id}/stream/with-timestamps`; messages: spec 001, section 8.
 */
import { apiFetch } from "~/lib/api-client";

/** Character times over the text as it was written, in order of the text. */
export interface CharacterTimes {
  characters: string[];
  startSeconds: number[];
  endSeconds: number[];
}

export interface SpeechPiece {
  audio: Uint8Array<ArrayBuffer>;
  /** Of this piece; empty when the piece carries none. */
  times: CharacterTimes;
}

export interface SpeechStream {
  historyItemId: string | null;
  requestId: string | null;
  /** Credits. */
  cost: number | null;
  pieces: AsyncGenerator<SpeechPiece>;
}

/** Starts a generation. `path` is relative to the site; aborting `signal` stops the engine. */
export async function openSpeechStream(path: string, body: unknown, signal: AbortSignal): Promise<SpeechStream> {
  const response = await apiFetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.body) throw new Error("Response body can not be null");
  const cost = Number(response.headers.get("character-cost") ?? Number.NaN);
  return {
    historyItemId: response.headers.get("history-item-id"),
    requestId: response.headers.get("request-id"),
    cost: Number.isFinite(cost) ? cost : null,
    pieces: readPieces(response.body),
  };
}

/** One JSON object a line; blank lines are allowed between them. */
export async function* readPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<SpeechPiece> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split("\n");
      rest = done ? "" : (lines.pop() ?? "");
      for (const line of lines) if (line.trim() !== "") yield parsePiece(line);
      if (done) return;
    }
  } finally {
    reader.releaseLock();
  }
}

interface WirePiece {
  audio_base64?: string;
  alignment?: {
    characters: string[];
    character_start_times_seconds: number[];
    character_end_times_seconds: number[];
  } | null;
  detail?: { message?: string };
}

function parsePiece(line: string): SpeechPiece {
  const wire = JSON.parse(line) as WirePiece;
  // A generation that fails after its first byte says so in a last line.
  if (wire.detail?.message) throw new Error(wire.detail.message);
  return {
    audio: bytesFromBase64(wire.audio_base64 ?? ""),
    times: {
      characters: wire.alignment?.characters ?? [],
      startSeconds: wire.alignment?.character_start_times_seconds ?? [],
      endSeconds: wire.alignment?.character_end_times_seconds ?? [],
    },
  };
}

export function bytesFromBase64(base64: string): Uint8Array<ArrayBuffer> {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    throw new Error("Invalid base64 string for ArrayBuffer conversion");
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
