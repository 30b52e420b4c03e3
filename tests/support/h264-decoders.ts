/** Two independent decoders of H.264 as judges of our pictures: ffmpeg's, and h264bsd by the package tinyh264. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import vm from "node:vm";

/** A decoded picture, I420: luma, then the two chroma planes of a quarter of its size. */
export interface DecodedPicture {
  width: number;
  height: number;
  yuv: Uint8Array;
}

const START_CODE = [0, 0, 0, 1];

/** NAL units as the byte stream of annex B. */
export function annexB(units: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(units.reduce((sum, unit) => sum + START_CODE.length + unit.length, 0));
  let at = 0;
  for (const unit of units) {
    bytes.set(START_CODE, at);
    bytes.set(unit, at + START_CODE.length);
    at += START_CODE.length + unit.length;
  }
  return bytes;
}

/**
 * What ffmpeg shows of a stream or file: cropped, no picture dropped or doubled. Throws on any complaint.
 * @param size of the shown pictures
 */
export function picturesByFfmpeg(bytes: Uint8Array, size: { width: number; height: number }): DecodedPicture[] {
  const result = spawnSync(
    "ffmpeg",
    [
      "-v",
      "warning",
      "-i",
      "pipe:0",
      "-an",
      "-fps_mode",
      "passthrough",
      "-f",
      "rawvideo",
      "-pix_fmt",
      "yuv420p",
      "pipe:1",
    ],
    { input: bytes, maxBuffer: 1 << 30 },
  );
  const errors = result.stderr.toString();
  if (result.status !== 0 || errors !== "") throw new Error(`ffmpeg: ${errors}`);
  const pictureBytes = (size.width * size.height * 3) / 2;
  if (result.stdout.length % pictureBytes !== 0) throw new Error("ffmpeg's pictures have another size");
  const { buffer, byteOffset, length } = result.stdout;
  return Array.from({ length: length / pictureBytes }, (_, i) => ({
    ...size,
    yuv: new Uint8Array(buffer, byteOffset + i * pictureBytes, pictureBytes),
  }));
}

interface TinyH264 {
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _h264bsdAlloc(): number;
  _h264bsdInit(decoder: number, noReordering: number): number;
  _h264bsdDecode(decoder: number, at: number, length: number, picture: number, width: number, height: number): number;
}

const PICTURE_READY = 1;
const SLICE = 1;
const IDR_SLICE = 5;
let tiny: Promise<TinyH264> | undefined;

/** The package is a script for browsers that calls itself a module: it is run as the script it is. */
function loadTinyH264(): Promise<TinyH264> {
  tiny ??= (() => {
    const source = readFileSync(new URL("../../node_modules/tinyh264/es/TinyH264.js", import.meta.url), "utf8");
    const script = `${source.replace(/export default Module;\s*$/, "")};Module`;
    const globals = {
      WebAssembly,
      URL,
      TextDecoder,
      console,
      setTimeout,
      performance,
      atob,
      self: { location: { href: "" } },
      importScripts() {},
    };
    const create = vm.runInNewContext(script, globals) as () => Promise<TinyH264>;
    return create();
  })();
  return tiny;
}

/** What h264bsd makes of NAL units: whole pictures, nothing cropped away. Throws when it cannot decode one. */
export async function picturesByTinyH264(units: readonly Uint8Array[]): Promise<DecodedPicture[]> {
  const module = await loadTinyH264();
  const decoder = module._h264bsdAlloc();
  if (module._h264bsdInit(decoder, 0) !== 0) throw new Error("h264bsd does not start");
  const input = module._malloc(2 << 20);
  const words = module._malloc(12);
  const pictures: DecodedPicture[] = [];
  for (const [i, access] of accessUnits(units).entries()) {
    module.HEAPU8.set(access, input);
    const result = module._h264bsdDecode(decoder, input, access.length, words, words + 4, words + 8);
    if (result !== PICTURE_READY) throw new Error(`h264bsd answers ${result} for picture ${i}`);
    const view = new DataView(module.HEAPU8.buffer);
    const [at, width, height] = [0, 4, 8].map((offset) => view.getUint32(words + offset, true)) as [
      number,
      number,
      number,
    ];
    pictures.push({ width, height, yuv: module.HEAPU8.slice(at, at + (width * height * 3) / 2) });
  }
  return pictures;
}

/** Each picture with the parameter sets before it: the decoder takes whole pictures only. */
function accessUnits(units: readonly Uint8Array[]): Uint8Array[] {
  const access: Uint8Array[] = [];
  let pending: Uint8Array[] = [];
  for (const unit of units) {
    pending.push(unit);
    const type = unit[0]! & 31;
    if (type !== SLICE && type !== IDR_SLICE) continue;
    access.push(annexB(pending));
    pending = [];
  }
  return access;
}
