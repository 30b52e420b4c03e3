/** Debian's ffmpeg and ffprobe as judges of our files. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { familyOf, sampleRateOf } from "../../workers/speech/formats";
import type { OutputFormat } from "../../workers/speech/protocol";

export interface ProbedAudio {
  codec: string;
  sampleRateHz: number;
  channels: number;
  durationSeconds: number;
}

/** How to tell ffmpeg what a headerless format is; nothing for the others. */
export function inputOptions(format: OutputFormat): string[] {
  const names = { pcm: "s16le", ulaw: "mulaw", alaw: "alaw", mp3: null, wav: null, opus: null };
  const name = names[familyOf(format)];
  return name ? ["-f", name, "-ar", String(sampleRateOf(format)), "-ac", "1"] : [];
}

const run = promisify(execFile);

/**
 * What ffprobe sees in a file. Headerless formats need `input`, e.g. `["-f", "s16le", "-ar", "8000", "-ac", "1"]`. The test's
 * connections are looked after meanwhile: one that a server closes is not used again.
 */
export async function probeAudio(bytes: Uint8Array, input: string[] = []): Promise<ProbedAudio> {
  // A file, not a pipe: only there can ffprobe tell lengths.
  const folder = mkdtempSync(path.join(tmpdir(), "probe-"));
  const file = path.join(folder, "sound");
  writeFileSync(file, bytes);
  const entries = "stream=codec_name,sample_rate,channels,duration:format=duration";
  const options = ["-v", "error", ...input, "-show_entries", entries, "-of", "json", file];
  const { stdout, stderr } = await run("ffprobe", options).finally(() => rmSync(folder, { recursive: true }));
  if (stderr !== "") throw new Error(`ffprobe: ${stderr}`);
  const probed = JSON.parse(stdout) as {
    streams: { codec_name: string; sample_rate: string; channels: number; duration?: string }[];
    format: { duration?: string };
  };
  const stream = probed.streams[0]!;
  return {
    codec: stream.codec_name,
    sampleRateHz: Number(stream.sample_rate),
    channels: stream.channels,
    durationSeconds: Number(stream.duration ?? probed.format.duration),
  };
}

/** A sound, and how ffmpeg has to be told what it is, see `inputOptions`. */
export interface JudgedSound {
  bytes: Uint8Array;
  input: string[];
}

/** Samples that ffmpeg decodes, at the file's own rate, mono. */
export function decodeWithFfmpeg(bytes: Uint8Array, input: string[] = []): Float32Array {
  return decodeAllWithFfmpeg([{ bytes, input }])[0]!;
}

/** The same of many sounds in one process: to start takes ffmpeg longer than to decode one. */
export function decodeAllWithFfmpeg(sounds: readonly JudgedSound[]): Float32Array[] {
  return withFiles(sounds, (inputs, folder) => {
    const outputs = sounds.map((_, index) => path.join(folder, `decoded-${index}`));
    const wanted = outputs.flatMap((file, index) => ["-map", `${index}:a`, "-f", "f32le", "-ac", "1", file]);
    const { status, stderr } = spawnSync("ffmpeg", ["-v", "error", ...inputs, ...wanted], { encoding: "utf8" });
    if (status !== 0 || stderr !== "") throw new Error(`ffmpeg: ${stderr}`);
    return outputs.map((file) => new Float32Array(new Uint8Array(readFileSync(file)).buffer));
  });
}

/** Integrated loudness and true peak of sounds by ffmpeg's `ebur128`, all in one process. */
export function loudnessByFfmpeg(sounds: readonly JudgedSound[]): { lufs: number; truePeakDb: number }[] {
  return withFiles(sounds, (inputs) => {
    const filter = sounds.map((_, index) => `[${index}:a]ebur128=peak=true:framelog=verbose[judged${index}]`).join(";");
    const wanted = sounds.flatMap((_, index) => ["-map", `[judged${index}]`, "-f", "null", "-"]);
    const options = ["-hide_banner", "-nostats", ...inputs, "-filter_complex", filter, ...wanted];
    const { stderr } = spawnSync("ffmpeg", options, { encoding: "utf8", maxBuffer: 1 << 26 });
    // Each filter says its own, with its number in front: first of nothing, as it is set up, then of the sound.
    return sounds.map((_, index) => {
      const said = stderr.matchAll(new RegExp(`\\[Parsed_ebur128_${index} @[^\\]]*\\] Summary:([^\\[]*)`, "g"));
      const summary = [...said].at(-1)?.[1] ?? "";
      const lufs = /I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1];
      const peak = /Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1];
      if (!lufs || !peak) throw new Error(`ffmpeg: ${stderr}`);
      return { lufs: Number(lufs), truePeakDb: Number(peak) };
    });
  });
}

function withFiles<T>(sounds: readonly JudgedSound[], work: (inputs: string[], folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), "judge-"));
  try {
    const inputs = sounds.flatMap(({ bytes, input }, index) => {
      const file = path.join(folder, `sound-${index}`);
      writeFileSync(file, bytes);
      return [...input, "-i", file];
    });
    return work(inputs, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
