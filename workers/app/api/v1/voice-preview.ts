/**
 * A voice's spoken preview: made by the speech worker at the first request, then kept in object storage. Anyone may hear
 * it, so it is cached by browsers and at the edge.
 */
import { SOUND_VERSION } from "../../../../app/domains/speech/fingerprint";
import { DEFAULT_MODEL_ID } from "../../../../app/domains/speech/models";
import { type PreviewScript, previewScript } from "../../../../app/domains/voices/preview";
import { DEFAULT_VOICE_SETTINGS, type SpeakerVoice } from "../../../../app/domains/voices/schema";
import { AppError } from "../../../../app/lib/app-error";
import { readFrames } from "../../../speech/frames";
import type { OutputFormat } from "../../../speech/protocol";
import type { RequestContext } from "../../context";

const OUTPUT_FORMAT: OutputFormat = "mp3_44100_128";
const CONTENT_TYPE = "audio/mpeg";
const CACHE_CONTROL = "public, max-age=86400, stale-while-revalidate=604800";

/** @throws AppError voice_not_found (404), not_found (404) for a language without a preview, generation_failed (500). */
export async function voicePreview(
  voiceId: string,
  language: string | undefined,
  request: Request,
  context: RequestContext,
): Promise<Response> {
  const voice = context.services.voices.requireVoice(voiceId);
  const script = previewScript(voice, language);
  if (!script) {
    throw new AppError("not_found", 404, "This voice has no preview in that language.", { param: "language" });
  }
  const { SPEECH_ENGINE: engine } = context.variables;
  const key = `previews/${SOUND_VERSION}/${engine}/${voiceId}-${script.languageCode}.mp3`;
  const stored = await storedPreview(key, request, context);
  if (stored) return stored;
  const bytes = await speakPreview(voice.speaker, script, context);
  // Not being able to keep it makes the next listener wait, nothing more.
  await context.env.STORAGE.put(key, bytes, { httpMetadata: { contentType: CONTENT_TYPE } }).catch((error: unknown) =>
    context.log.error("preview_not_kept", error, { voiceId }),
  );
  return (
    (await storedPreview(key, request, context)) ??
    new Response(bytes, {
      headers: {
        "content-type": CONTENT_TYPE,
        "content-length": String(bytes.byteLength),
        "cache-control": CACHE_CONTROL,
      },
    })
  );
}

/** Answers from storage, also to conditional and range requests (players seek, Safari insists); null when it is not there. */
async function storedPreview(key: string, request: Request, context: RequestContext): Promise<Response | null> {
  const [, firstByte] = /^bytes=(\d*)-\d*$/.exec(request.headers.get("range") ?? "") ?? [];
  const wantsRange = firstByte !== undefined;
  const object = await context.env.STORAGE.get(key, {
    onlyIf: request.headers,
    ...(wantsRange ? { range: request.headers } : {}),
  }).catch((error: unknown) => {
    context.log.error("preview_not_read", error);
    return null;
  });
  if (!object) return null;
  const headers = new Headers({
    "content-type": CONTENT_TYPE,
    "cache-control": CACHE_CONTROL,
    "accept-ranges": "bytes",
    etag: object.httpEtag,
  });
  if (!("body" in object)) return new Response(null, { status: 304, headers });
  if (wantsRange && Number(firstByte) >= object.size) {
    await object.body.cancel();
    headers.set("content-range", `bytes */${object.size}`);
    return new Response(null, { status: 416, headers });
  }
  const range = object.range && "offset" in object.range ? object.range : undefined;
  const offset = range?.offset ?? 0;
  const length = range?.length ?? object.size - offset;
  headers.set("content-length", String(length));
  if (!wantsRange || !range) return new Response(object.body, { headers });
  headers.set("content-range", `bytes ${offset}-${offset + length - 1}/${object.size}`);
  return new Response(object.body, { status: 206, headers });
}

async function speakPreview(
  voice: SpeakerVoice,
  script: PreviewScript,
  context: RequestContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const frames = readFrames(
    await context.env.SPEECH.speak({
      requestId: context.requestId,
      engine: context.variables.SPEECH_ENGINE,
      modelId: DEFAULT_MODEL_ID,
      entries: [{ text: script.text, voice, settings: DEFAULT_VOICE_SETTINGS }],
      outputFormat: OUTPUT_FORMAT,
      languageCode: script.languageCode,
      seed: 0,
      normalization: "auto",
      markup: "plain",
    }),
  );
  const pieces: Uint8Array[] = [];
  let isComplete = false;
  for await (const frame of frames) {
    if (frame.type === "audio") pieces.push(frame.bytes);
    if (frame.type === "summary") isComplete = true;
    if (frame.type === "error") {
      throw new AppError("generation_failed", 500, "The preview could not be made, please try again later.", {
        cause: `${frame.error.code}: ${frame.error.message}`,
      });
    }
  }
  if (!isComplete) {
    throw new AppError("generation_failed", 500, "The preview could not be made, please try again later.");
  }
  return concatenate(pieces);
}

function concatenate(pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let offset = 0;
  for (const piece of pieces) {
    all.set(piece, offset);
    offset += piece.byteLength;
  }
  return all;
}
