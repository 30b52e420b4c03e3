/** Debian's ffmpeg and ffprobe as judges of our videos. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

interface ProbedStream {
  codec_type: "video" | "audio";
  codec_name: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  duration: string;
}

export interface ProbedVideo {
  picture: ProbedStream;
  sound: ProbedStream;
}

/** What ffprobe sees in an MP4. Throws when it complains about anything. */
export function probeVideo(mp4: Uint8Array): ProbedVideo {
  const probed = inFolder(mp4, (file) => {
    const result = spawnSync("ffprobe", ["-v", "error", "-show_streams", "-of", "json", file]);
    if (result.status !== 0 || result.stderr.length > 0) throw new Error(`ffprobe: ${result.stderr}`);
    return JSON.parse(result.stdout.toString()) as { streams: ProbedStream[] };
  });
  const [picture, sound] = (["video", "audio"] as const).map((kind) =>
    probed.streams.find((stream) => stream.codec_type === kind),
  );
  if (!picture || !sound) throw new Error("the file has not both a picture and a sound");
  return { picture, sound };
}

/** How many pictures ffmpeg decodes. Throws when it complains about any of them. */
export function countPictures(mp4: Uint8Array): number {
  return inFolder(mp4, (file) => {
    const count = ["-v", "error", "-count_frames", "-select_streams", "v:0"];
    const show = ["-show_entries", "stream=nb_read_frames", "-of", "csv=p=0"];
    const result = spawnSync("ffprobe", [...count, ...show, file]);
    if (result.status !== 0 || result.stderr.length > 0) throw new Error(`ffprobe: ${result.stderr}`);
    return Number.parseInt(result.stdout.toString(), 10);
  });
}

/** The sound of any file, mono at 8 kHz. */
export function soundOf(bytes: Uint8Array): Float32Array {
  return inFolder(bytes, (file) => {
    const to = ["-vn", "-f", "f32le", "-ac", "1", "-ar", "8000", "pipe:1"];
    const result = spawnSync("ffmpeg", ["-v", "error", "-i", file, ...to], { maxBuffer: 1 << 28 });
    if (result.status !== 0 || result.stderr.length > 0) throw new Error(`ffmpeg: ${result.stderr}`);
    return new Float32Array(new Uint8Array(result.stdout).buffer, 0, result.stdout.length >> 2);
  });
}

/** How alike two sounds at 8 kHz are (1 is the same), at the shift within 100 ms at which they are most alike. */
export function likeness(a: Float32Array, b: Float32Array): { correlation: number; shiftSeconds: number } {
  let best = { correlation: -1, shiftSeconds: 0 };
  for (let shift = -800; shift <= 800; shift++) {
    let [ab, aa, bb] = [0, 0, 0];
    for (let i = Math.max(0, -shift); i < a.length && i + shift < b.length; i++) {
      const [x, y] = [a[i]!, b[i + shift]!];
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }
    const correlation = ab / Math.sqrt(aa * bb || 1);
    if (correlation > best.correlation) best = { correlation, shiftSeconds: shift / 8000 };
  }
  return best;
}

/** Names of the boxes at the top of the file, in order. */
export function boxesOf(mp4: Uint8Array): string[] {
  const view = new DataView(mp4.buffer, mp4.byteOffset, mp4.byteLength);
  const names: string[] = [];
  for (let at = 0; at + 8 <= mp4.byteLength; ) {
    names.push(String.fromCharCode(...mp4.subarray(at + 4, at + 8)));
    const size = view.getUint32(at);
    at += size === 1 ? Number(view.getBigUint64(at + 8)) : size || mp4.byteLength;
  }
  return names;
}

function inFolder<T>(bytes: Uint8Array, use: (file: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), "video-"));
  try {
    const file = path.join(folder, "file");
    writeFileSync(file, bytes);
    return use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
