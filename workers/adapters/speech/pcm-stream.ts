/** 16-bit samples from pieces of bytes that may be cut anywhere, with or without a WAV header before them. */
import { samplesOfPcm16 } from "../../speech/sound/samples";
import { readWav, WAV_HEADER_BYTES } from "../../speech/sound/wav";

/** Headers with further chunks are longer than the plain one; this is far more than any has. */
const MOST_HEADER_BYTES = 4096;

export class PcmStream {
  private pending = new Uint8Array(0);
  private begun = false;

  /** `sampleRateHz` holds unless a WAV header says otherwise. */
  constructor(private rateHz: number) {}

  get sampleRateHz(): number {
    return this.rateHz;
  }

  /** Whole samples so far. Throws on a WAV file that is not 16-bit mono. */
  push(piece: Uint8Array): Float32Array {
    const bytes = new Uint8Array(this.pending.length + piece.length);
    bytes.set(this.pending);
    bytes.set(piece, this.pending.length);
    const from = this.begun ? 0 : this.begin(bytes);
    if (from === null) {
      this.pending = bytes;
      return new Float32Array(0);
    }
    const whole = from + ((bytes.length - from) & ~1);
    this.pending = bytes.slice(whole);
    return samplesOfPcm16(bytes.subarray(from, whole));
  }

  /** Place of the first sample byte; null while that cannot be told. */
  private begin(bytes: Uint8Array): number | null {
    if (bytes.length < 4) return null;
    if (String.fromCharCode(...bytes.subarray(0, 4)) !== "RIFF") {
      this.begun = true;
      return 0;
    }
    if (bytes.length < WAV_HEADER_BYTES) return null;
    try {
      const { sampleRateHz, data } = readWav(bytes);
      this.rateHz = sampleRateHz;
      this.begun = true;
      return data.byteOffset - bytes.byteOffset;
    } catch (error) {
      if (bytes.length < MOST_HEADER_BYTES && String(error).includes("no samples")) return null;
      throw error;
    }
  }
}

/** Rate in a type like `audio/pcm;rate=24000` or `audio/L16; rate=24000`. */
export function rateInContentType(contentType: string): number | null {
  const rate = Number(/rate=(\d+)/.exec(contentType)?.[1]);
  return rate >= 8000 && rate <= 192_000 ? rate : null;
}
