/**
 * The types that a downloaded file may have, with the extensions of their names. Source: spec 001, section 5 (accepted
 * types, known extensions).
 */
import { contentTypeOf, extensionOf } from "../../workers/speech/formats";
import { OUTPUT_FORMATS } from "../../workers/speech/protocol";

const ACCEPTED_TYPES: Record<string, readonly string[]> = {
  aac: ["audio/aac", "audio/x-aac"],
  aiff: ["audio/aiff", "audio/x-aiff"],
  ogg: ["audio/ogg"],
  mp3: ["audio/mpeg", "audio/mp3"],
  opus: ["audio/opus"],
  wav: ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"],
  webm: ["audio/webm", "video/webm"],
  flac: ["audio/flac", "audio/x-flac"],
  mp4a: ["audio/mp4", "audio/m4a", "audio/x-m4a"],
  mp4: ["video/mp4"],
  avi: ["video/avi", "video/x-msvideo"],
  mkv: ["video/matroska", "video/x-matroska"],
  mov: ["video/quicktime"],
  wmv: ["video/x-ms-wmv"],
  flv: ["video/x-flv"],
  mpeg: ["video/mpeg"],
  "3gp": ["video/3gpp"],
  zip: ["application/zip"],
};

const EXTENSIONS = new Map([
  ...Object.entries(ACCEPTED_TYPES).flatMap(([extension, types]) => types.map((type) => [type, extension] as const)),
  // What the product makes itself, named as it names it: headerless sounds too, and Ogg with Opus in it.
  ...OUTPUT_FORMATS.map((format) => [contentTypeOf(format), extensionOf(format)] as const),
]);

/** The extension, without the dot, of a file with this `content-type`; none for a type that is not accepted. */
export function extensionOfType(contentType: string): string | undefined {
  return EXTENSIONS.get(bareType(contentType).toLowerCase());
}

/** A `content-type` without its parameters. */
export const bareType = (contentType: string): string => (contentType.split(";")[0] ?? "").trim();
