/**
 * Names of downloaded files. Isomorphic: the server names downloads with it, the player names what it saves.
 * Source: spec 001, sections 3 (generated audio) and 5 (naming rules).
 */

/** What a name is made of. */
export interface GeneratedAudio {
  /** Of the voice, or whatever the sound is called. */
  name: string;
  /** Seconds. */
  dateUnix: number;
  category?: string | null;
  modelId?: string | null;
  voiceSettings?: {
    speed?: number | null;
    stability?: number | null;
    similarityBoost?: number | null;
    style?: number | null;
    quality?: number | null;
    useSpeakerBoost?: boolean | null;
  } | null;
  /** `mp3`, `wav`, `zip` or another known extension, without the dot. */
  outputFormat: string;
  isbnNumber?: string | null;
}

/** Halves of characters, which no URL encoding has. */
const LONE_SURROGATES = /[\ud800-\udfff]/gu;
const PREFIX = "Parlando";
const MAX_AUDIO_NAME_CHARACTERS = 20;
const MAX_FILE_NAME_CHARACTERS = 255;

const CATEGORY_SUFFIXES: Record<string, string> = {
  generated: "_gen",
  professional: "_pvc",
  premade: "_pre",
  cloned: "_ivc",
};

/** Extensions that `withExtension` takes for one. Source: spec 001, section 5; the last row is what the API also makes. */
export const KNOWN_EXTENSIONS = [
  ...["aac", "aiff", "ogg", "mp3", "opus", "wav", "webm", "flac", "mp4a", "aaf", "pdf", "xml", "zip"],
  ...["jpg", "png", "mp4", "avi", "mkv", "mov", "wmv", "flv", "ogv"],
  ...["pcm", "ulaw", "alaw"],
] as const;

/** Cleans the name part of a sound's file name: `/ \ : * ? " < > |` go, spaces become underscores, 20 characters stay. */
export function cleanAudioFileName(name: string): string {
  const cleaned = name
    .replace(/[/\\:*?"<>|]/g, "")
    .trim()
    .replace(/\s/g, "_");
  return Array.from(cleaned).slice(0, MAX_AUDIO_NAME_CHARACTERS).join("");
}

/** Cleans any file name: word characters, spaces, dots and hyphens stay, spaces become underscores, 255 characters stay. */
export function cleanFileName(name: string): string {
  return name
    .replace(/[^\w\s.-]/g, "")
    .replace(/\s/g, "_")
    .slice(0, MAX_FILE_NAME_CHARACTERS);
}

/** Appends the extension, or puts it in place of another known one. */
export function withExtension(fileName: string, extension: string): string {
  const wanted = extension.toLowerCase();
  const dot = fileName.lastIndexOf(".");
  const present = dot > 0 ? fileName.slice(dot + 1).toLowerCase() : "";
  if (present === wanted) return fileName;
  const replaces = (KNOWN_EXTENSIONS as readonly string[]).includes(present);
  return `${replaces ? fileName.slice(0, dot) : fileName}.${wanted}`;
}

/**
 * Prefix, ISO time, name, category suffix, settings suffix, model suffix, extension, e.g.
 * `Parlando_2026-03-11T16_43_08_Ada_pre_sp100_s50_sb75_se0_b_m2.mp3`. Only characters that every file system takes.
 */
export function downloadFileName(audio: GeneratedAudio): string {
  const parts = [PREFIX, isoTime(audio.dateUnix)];
  const name = cleanAudioFileName(audio.name);
  if (name !== "") parts.push(name);
  const isbn = cleanAudioFileName(audio.isbnNumber ?? "");
  if (isbn !== "") parts.push(isbn);
  const stem =
    parts.join("_") + categorySuffix(audio.category) + settingsSuffix(audio.voiceSettings) + modelSuffix(audio.modelId);
  return withExtension(stem, audio.outputFormat);
}

/** Of a zip with many items, made now. */
export function archiveFileName(dateUnix: number): string {
  return `${PREFIX}_${isoTime(dateUnix)}_history.zip`;
}

/** Gives each name of a zip a different one: the second `a.mp3` becomes `a_2.mp3`. Case does not tell names apart. */
export function uniqueFileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf(".");
    const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
    let unique = name;
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${stem}_${n}${end}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/** Value of `content-disposition`: a plain name for old readers, the true one as RFC 6266 has it. */
export function attachmentHeader(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(fileName.replace(LONE_SURROGATES, "_")).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === fileName
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const isoTime = (dateUnix: number) => new Date(dateUnix * 1000).toISOString().slice(0, 19).replaceAll(":", "_");

const categorySuffix = (category: string | null | undefined) => CATEGORY_SUFFIXES[category ?? ""] ?? "";

function settingsSuffix(settings: GeneratedAudio["voiceSettings"]): string {
  if (!settings) return "";
  const percent = (label: string, value: number | null | undefined) =>
    value == null ? "" : `_${label}${Math.round(value * 100)}`;
  return [
    percent("sp", settings.speed),
    percent("s", settings.stability),
    percent("sb", settings.similarityBoost),
    percent("se", settings.style),
    percent("q", settings.quality),
    settings.useSpeakerBoost ? "_b" : "",
  ].join("");
}

/** `eleven_multilingual_v2` → `_m2`, `eleven_turbo_v2_5` → `_t2-5`, `eleven_v3` → `_v3`; other ids as they are. */
function modelSuffix(modelId: string | null | undefined): string {
  if (!modelId) return "";
  const known = /^eleven_(?:(monolingual|multilingual|turbo|flash)_)?v(\d+(?:_\d+)?)/.exec(modelId);
  if (!known) return `_${cleanFileName(modelId).slice(0, MAX_AUDIO_NAME_CHARACTERS)}`;
  const letter = { monolingual: "e", multilingual: "m", turbo: "t", flash: "f" }[known[1] ?? ""] ?? "v";
  return `_${letter}${known[2]?.replace("_", "-")}`;
}
