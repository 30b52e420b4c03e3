/**
 * The first frame of an MP3 file: silent, and carrying what players need to cut the codec's own delay and padding ("Info" tag
 * with LAME's extension). Streamed files get it with the delay alone; `completeMp3` writes length and padding in afterwards.
 * Layout: the LAME project's "Mp3 Info Tag revision 1" and, for frames, ISO 11172-3.
 */

/** Silence LAME puts before the sound; decoders add 529 samples of their own and know it. */
const ENCODER_DELAY = 576;
const DECODER_DELAY = 529;
const ENCODER_NAME = "LAME3.100";
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES_1 = [44100, 48000, 32000];
/** Tag name, flags, frames, bytes, LAME's 36 bytes. A seek table is for variable rates. */
const TAG_BYTES = 4 + 4 + 4 + 4 + 36;
const HAS_FRAMES_AND_BYTES = 0b0011;

interface Mp3Layout {
  /** MPEG-1 (32 kHz and more) or MPEG-2. */
  version: 1 | 2;
  sampleRateHz: number;
  kilobits: number;
  samplesInFrame: number;
  /** Of the tag frame. */
  frameBytes: number;
  /** Of the tag in that frame. */
  tagAt: number;
  header: [number, number, number, number];
}

/** The tag frame that opens a stream whose length is not known yet. */
export function openingMp3Frame(sampleRateHz: number, kilobits: number): Uint8Array {
  const layout = layoutOf(sampleRateHz, kilobits);
  const frame = new Uint8Array(layout.frameBytes);
  frame.set(layout.header);
  writeTag(frame, layout, null);
  return frame;
}

/**
 * A finished stream of ours with its length and padding written into the opening frame; a copy. `samples` is how many
 * samples went into the encoder. Throws when the bytes do not begin with our opening frame.
 */
export function completeMp3(bytes: Uint8Array, sampleRateHz: number, kilobits: number, samples: number): Uint8Array {
  const layout = layoutOf(sampleRateHz, kilobits);
  const tag = String.fromCharCode(...bytes.subarray(layout.tagAt, layout.tagAt + 4));
  if (tag !== "Info") throw new Error("not an MP3 stream made here");
  const frames = countFrames(bytes.subarray(layout.frameBytes));
  const padding = Math.max(0, frames * layout.samplesInFrame - ENCODER_DELAY - samples);
  const complete = bytes.slice();
  const frame = complete.subarray(0, layout.frameBytes);
  frame.fill(0, 4);
  writeTag(frame, layout, {
    frames,
    bytes: bytes.length,
    padding: Math.min(4095, padding),
    music: bytes.subarray(layout.frameBytes),
  });
  return complete;
}

function writeTag(
  frame: Uint8Array,
  layout: Mp3Layout,
  whole: { frames: number; bytes: number; padding: number; music: Uint8Array } | null,
): void {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  let at = layout.tagAt;
  const text = (value: string) => {
    for (const character of value) frame[at++] = character.charCodeAt(0);
  };
  const number = (value: number) => {
    view.setUint32(at, value);
    at += 4;
  };
  text("Info");
  number(whole ? HAS_FRAMES_AND_BYTES : 0);
  if (whole) {
    number(whole.frames);
    number(whole.bytes);
  }
  text(ENCODER_NAME);
  frame[at++] = 1; // tag revision 0, constant bit rate
  at += 1 + 8 + 1; // lowpass, replay gain and encoding flags are not told
  frame[at++] = Math.min(255, layout.kilobits);
  const padding = whole?.padding ?? 0;
  frame[at++] = ENCODER_DELAY >> 4;
  frame[at++] = ((ENCODER_DELAY & 0x0f) << 4) | (padding >> 8);
  frame[at++] = padding & 0xff;
  at += 1 + 1 + 2; // noise shaping, gain, preset
  number(whole?.bytes ?? 0);
  view.setUint16(at, whole ? crc16(whole.music) : 0);
  at += 2;
  view.setUint16(at, crc16(frame.subarray(0, at)));
}

function layoutOf(sampleRateHz: number, kilobits: number): Mp3Layout {
  const version = sampleRateHz >= 32000 ? 1 : 2;
  const tagAt = 4 + (version === 1 ? 17 : 9);
  const bitrates = version === 1 ? BITRATES_1 : BITRATES_2;
  const samplesInFrame = version === 1 ? 1152 : 576;
  const bytesAt = (rate: number) => Math.floor((samplesInFrame / 8) * ((rate * 1000) / sampleRateHz));
  const index = bitrates.indexOf(kilobits);
  const rateIndex = RATES_1.indexOf(version === 1 ? sampleRateHz : sampleRateHz * 2);
  if (index < 0 || rateIndex < 0 || bytesAt(kilobits) < tagAt + TAG_BYTES)
    throw new Error(`no MP3 frame of ${kilobits} kbit/s at ${sampleRateHz} Hz`);
  return {
    version,
    sampleRateHz,
    kilobits,
    samplesInFrame,
    frameBytes: bytesAt(kilobits),
    tagAt,
    header: [0xff, version === 1 ? 0xfb : 0xf3, (index << 4) | (rateIndex << 2), 0xc0],
  };
}

/** Whole frames in a stream of Layer III frames. */
function countFrames(bytes: Uint8Array): number {
  let frames = 0;
  for (let at = 0; at + 4 <= bytes.length; frames++) {
    const length = frameBytes(bytes, at);
    if (length === 0 || at + length > bytes.length) break;
    at += length;
  }
  return frames;
}

function frameBytes(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xe6) !== 0xe2) return 0;
  const version1 = (bytes[at + 1]! & 0x08) !== 0;
  const kilobits = (version1 ? BITRATES_1 : BITRATES_2)[bytes[at + 2]! >> 4];
  const rate = RATES_1[(bytes[at + 2]! >> 2) & 3];
  if (!kilobits || !rate) return 0;
  const sampleRateHz = version1 ? rate : rate / 2;
  return Math.floor(((version1 ? 144 : 72) * kilobits * 1000) / sampleRateHz) + ((bytes[at + 2]! >> 1) & 1);
}

/** CRC-16 of LAME's tag: polynomial 0x8005, reflected. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (let i = 0; i < bytes.length; i++) {
    crc ^= bytes[i]!;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}

/** Whether these bytes begin with an opening frame of ours that was never completed: decoders then keep the delay. */
export function isStreamedMp3(bytes: Uint8Array, sampleRateHz: number, kilobits: number): boolean {
  const { tagAt } = layoutOf(sampleRateHz, kilobits);
  const tag = String.fromCharCode(...bytes.subarray(tagAt, tagAt + 4));
  return tag === "Info" && bytes.subarray(tagAt + 4, tagAt + 8).every((flag) => flag === 0);
}

/** Samples a decoder gives before the sound when it knows nothing of the tag. */
export const MP3_LEADING_SAMPLES = ENCODER_DELAY + DECODER_DELAY;
