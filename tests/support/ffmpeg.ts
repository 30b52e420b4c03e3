/** Debian's ffmpeg and ffprobe as judges of our files. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

/** Samples that ffmpeg decodes, at the file's own rate, mono. */
export function decodeWithFfmpeg(bytes: Uint8Array, input: string[] = []): Float32Array {
  const result = spawnSync("ffmpeg", ["-v", "error", ...input, "-i", "pipe:0", "-f", "f32le", "-ac", "1", "pipe:1"], {
    input: bytes,
    maxBuffer: 1 << 28,
  });
  const errors = result.stderr.toString();
  if (result.status !== 0 || errors !== "") throw new Error(`ffmpeg: ${errors}`);
  return new Float32Array(new Uint8Array(result.stdout).buffer, 0, result.stdout.length >> 2);
}

/** Integrated loudness and true peak by ffmpeg's `ebur128`. */
export function loudnessByFfmpeg(bytes: Uint8Array, input: string[] = []): { lufs: number; truePeakDb: number } {
  const result = spawnSync(
    "ffmpeg",
    ["-hide_banner", "-nostats", ...input, "-i", "pipe:0", "-filter:a", "ebur128=peak=true", "-f", "null", "-"],
    { input: bytes, maxBuffer: 1 << 26 },
  );
  const summary = result.stderr.toString().split("Summary:")[1] ?? "";
  const lufs = /I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1];
  const peak = /Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1];
  if (!lufs || !peak) throw new Error(`ffmpeg: ${result.stderr}`);
  return { lufs: Number(lufs), truePeakDb: Number(peak) };
}
