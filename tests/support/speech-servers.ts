/**
 * Loopback servers that behave like the speech services people run: they check what they are asked, stream in small, badly cut pieces,
 * and fail in all the ways that real ones do.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pcm16OfSamples } from "./audio-measure";
import { speechLike } from "./speech-like";

type ServerBehaviour =
  | "speaks"
  /** 429 with `Retry-After: 7`. */
  | "busy"
  | "fails"
  /** Accepts the request and never answers. */
  | "hangs"
  /** Goes silent in the middle. */
  | "stalls"
  /** Drops the connection in the middle. */
  | "disconnects"
  /** A line or body that is not what was promised. */
  | "babbles"
  /** Ends well without any sound. */
  | "says nothing";

export interface SpeechServer {
  url: string;
  /** Bodies of the requests, in order. */
  requests: { path: string; body: Record<string, unknown>; headers: Record<string, string | undefined> }[];
  /** Requests whose client went away before the end. */
  abandoned: number;
  behaviour: ServerBehaviour;
  close(): Promise<void>;
}

export const SERVER_KEY = "key-of-the-server";
const RATE_HZ = 24000;

export interface SpokenText {
  samples: Float32Array;
  characters: string[];
  startsSeconds: number[];
  endsSeconds: number[];
}

/** A text as sound: 60 ms a letter, 300 ms of silence for a stop, 20 ms for a space; and when each character is heard. */
export function speakPlainly(text: string, sampleRateHz = RATE_HZ): SpokenText {
  const characters = Array.from(text);
  const startsSeconds: number[] = [];
  const endsSeconds: number[] = [];
  let seconds = 0;
  const voiced: { from: number; to: number }[] = [];
  for (const character of characters) {
    const length = /[.,;:!?]/.test(character) ? 0.3 : /\s/.test(character) ? 0.02 : 0.06;
    if (length === 0.06) voiced.push({ from: seconds, to: seconds + length });
    startsSeconds.push(seconds);
    seconds += length;
    endsSeconds.push(seconds);
  }
  const samples = new Float32Array(Math.round(seconds * sampleRateHz));
  const source = speechLike({ seconds: Math.max(0.2, seconds), sampleRateHz, seed: 9 });
  for (const { from, to } of voiced)
    for (let i = Math.round(from * sampleRateHz); i < to * sampleRateHz && i < samples.length; i++)
      samples[i] = 0.15 * Math.sin((2 * Math.PI * 180 * i) / sampleRateHz) + 0.3 * (source[i] ?? 0);
  return { samples, characters, startsSeconds, endsSeconds };
}

type Answer = (
  request: SpeechServer["requests"][number],
  response: ServerResponse,
  server: SpeechServer,
) => Promise<void>;

/** A server of the OpenAI dialect, as Kokoro-FastAPI and others are. `container: "wav"`: sends a WAV header first, as some do. */
export function startOpenAiSpeechServer(options: { container?: "pcm" | "wav" } = {}): Promise<SpeechServer> {
  return start(async ({ path, body, headers }, response, server) => {
    if (headers.authorization !== `Bearer ${SERVER_KEY}`)
      return json(response, 401, {
        error: { message: `Incorrect API key provided: ${headers.authorization}`, type: "invalid_request_error" },
      });
    if (path !== "/v1/audio/speech") return json(response, 404, { detail: "Not Found" });
    if (body.model === "unknown")
      return json(response, 404, { error: { message: "The model 'unknown' does not exist" } });
    if (typeof body.input !== "string" || body.input === "" || typeof body.voice !== "string")
      return json(response, 400, { error: { message: "input and voice are required" } });
    if (body.response_format !== "pcm") return json(response, 400, { error: { message: "only pcm here" } });
    if (server.behaviour === "babbles") return json(response, 200, { status: "queued" });
    const sound =
      server.behaviour === "says nothing" ? new Uint8Array(0) : pcm16OfSamples(speakPlainly(body.input).samples);
    const bytes = options.container === "wav" ? withWavHeader(sound) : sound;
    response.writeHead(200, { "content-type": options.container === "wav" ? "audio/wav" : "audio/pcm" });
    await sendInPieces(response, bytes, 3001, server.behaviour);
  });
}

/** An upstream of our own kind: newline-delimited JSON with character times. `timesFromEachLine`: counts times anew in each line. */
export function startUpstreamServer(options: { timesFromEachLine?: boolean } = {}): Promise<SpeechServer> {
  return start(async ({ path, body, headers }, response, server) => {
    if (headers["xi-api-key"] !== SERVER_KEY)
      return json(response, 401, { detail: { status: "invalid_api_key", message: "Invalid API key" } });
    const route = /^\/v1\/text-to-speech\/([^/]+)\/stream\/with-timestamps\?output_format=pcm_24000$/.exec(path);
    if (!route) return json(response, 404, { detail: "Not Found" });
    if (route[1] === "nobody")
      return json(response, 404, { detail: { status: "voice_not_found", message: "No such voice" } });
    if (body.text === "too expensive")
      return json(response, 401, { detail: { status: "quota_exceeded", message: "You have 0 credits remaining" } });
    response.writeHead(200, { "content-type": "application/json" });
    const text = server.behaviour === "says nothing" ? "" : String(body.text);
    const lines = upstreamLines(text, options.timesFromEachLine ?? false);
    if (server.behaviour === "babbles") lines.splice(1, 0, '{"audio_base64": "AAAA", "alignm');
    await sendInPieces(
      response,
      new TextEncoder().encode(lines.map((line) => `${line}\n`).join("\n")),
      1777,
      server.behaviour,
    );
  });
}

function upstreamLines(text: string, timesFromEachLine: boolean): string[] {
  const spoken = speakPlainly(text);
  const lines: string[] = [];
  for (let at = 0; at < spoken.characters.length; at += 10) {
    const to = Math.min(spoken.characters.length, at + 10);
    const from = spoken.startsSeconds[at]!;
    const shift = timesFromEachLine ? from : 0;
    const samples = spoken.samples.subarray(
      Math.round(from * RATE_HZ),
      Math.round(spoken.endsSeconds[to - 1]! * RATE_HZ),
    );
    const alignment = {
      characters: spoken.characters.slice(at, to),
      character_start_times_seconds: spoken.startsSeconds.slice(at, to).map((value) => value - shift),
      character_end_times_seconds: spoken.endsSeconds.slice(at, to).map((value) => value - shift),
    };
    lines.push(
      JSON.stringify({
        audio_base64: Buffer.from(pcm16OfSamples(samples)).toString("base64"),
        alignment,
        normalized_alignment: alignment,
      }),
    );
  }
  return lines;
}

async function sendInPieces(response: ServerResponse, bytes: Uint8Array, size: number, behaviour: ServerBehaviour) {
  const middle = Math.floor(bytes.length / 2);
  for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
    if (at >= middle && behaviour === "disconnects") return void response.destroy();
    if (at >= middle && behaviour === "stalls") return;
    response.write(bytes.subarray(at, at + size));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  response.end();
}

async function start(answer: Answer): Promise<SpeechServer> {
  const http = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      const { authorization } = request.headers;
      const key = request.headers["xi-api-key"] as string | undefined;
      const asked = { path: request.url ?? "", body, headers: { authorization, "xi-api-key": key } };
      server.requests.push(asked);
      response.on("close", () => {
        if (!response.writableFinished) server.abandoned++;
      });
      if (server.behaviour === "hangs") return;
      if (server.behaviour === "busy")
        return json(response, 429, { error: { message: "Slow down" } }, { "retry-after": "7" });
      if (server.behaviour === "fails") return json(response, 500, { error: "stack trace at /srv/secret.py" });
      await answer(asked, response, server);
    })();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const server: SpeechServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests: [],
    abandoned: 0,
    behaviour: "speaks",
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return server;
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString() || "{}") as Record<string, unknown>;
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** As streaming servers write it: sizes unknown, and a LIST chunk before the samples. */
function withWavHeader(data: Uint8Array): Uint8Array {
  const header = Buffer.alloc(58);
  header.write("RIFF", 0);
  header.writeUInt32LE(0xffffffff, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE_HZ, 24);
  header.writeUInt32LE(RATE_HZ * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("LIST", 36);
  header.writeUInt32LE(6, 40);
  header.write("INFO\0\0", 44);
  header.write("data", 50);
  header.writeUInt32LE(0xffffffff, 54);
  return new Uint8Array(Buffer.concat([header, data]));
}
