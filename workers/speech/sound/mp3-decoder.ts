/**
 * MP3 back to samples by libmpg123, through the WebAssembly of `mpg123-decoder` 1.0.3 (MIT; libmpg123 LGPL). The names below are
 * the ones its build gave the exports; `build/prepare-decoders.mjs` checks that it is that build.
 */
import { concatSamples } from "./samples";

interface Mpg123Exports {
  k: WebAssembly.Memory;
  /** Start-up. */
  l(): void;
  /** malloc */
  m(bytes: number): number;
  /** free */
  n(pointer: number): void;
  /** Creates a decoder into `*handle`; `gapless` cuts delay and padding that the opening frame tells of. */
  p(handle: number, gapless: number): number;
  /** Feeds bytes. */
  q(decoder: number, data: number, bytes: number): number;
  /** Reads samples: left channel, then right, each as long as `*samples`. */
  r(decoder: number, out: number, size: number, samples: number, rate: number, error: number): number;
  /** Ends a decoder. */
  s(decoder: number): void;
}

const NEED_MORE = -10;
const NEW_FORMAT = -11;
const FED_BYTES = 65536;
const OUTPUT_FLOATS = 2889 * 16 * 2;

/** Samples and rate of an MP3 file (the left channel of a stereo one). Throws on bytes that are not MP3. */
export function decodeMp3(
  module: WebAssembly.Module,
  bytes: Uint8Array,
): { samples: Float32Array; sampleRateHz: number } {
  // An instance of its own: decoding is rare, and a fixed 16 MB heap is not worth keeping.
  const mpg123 = instantiate(module);
  const memory = () => new DataView(mpg123.k.buffer);
  const words = mpg123.m(16);
  const input = mpg123.m(FED_BYTES);
  const output = mpg123.m(OUTPUT_FLOATS * 4);
  if (mpg123.p(words, 1) !== 0) throw new Error("the MP3 decoder does not start");
  const decoder = memory().getUint32(words, true);
  const [samplesAt, rateAt, errorAt] = [words + 4, words + 8, words + 12];
  const pieces: Float32Array[] = [];
  let problem = 0;
  for (let at = 0; at < bytes.length; at += FED_BYTES) {
    const piece = bytes.subarray(at, at + FED_BYTES);
    new Uint8Array(mpg123.k.buffer, input, piece.length).set(piece);
    let result = mpg123.q(decoder, input, piece.length);
    while (result !== NEED_MORE) {
      memory().setUint32(samplesAt, 0, true);
      result = mpg123.r(decoder, output, OUTPUT_FLOATS, samplesAt, rateAt, errorAt);
      const count = memory().getUint32(samplesAt, true);
      if (count > 0) pieces.push(new Float32Array(mpg123.k.buffer, output, count).slice());
      if (result !== 0 && result !== NEED_MORE && result !== NEW_FORMAT) {
        problem = result;
        break;
      }
    }
  }
  const sampleRateHz = memory().getUint32(rateAt, true);
  mpg123.s(decoder);
  if (pieces.length === 0 || sampleRateHz === 0) throw new Error(`not an MP3 file (${problem})`);
  return { samples: concatSamples(pieces), sampleRateHz };
}

function instantiate(module: WebAssembly.Module): Mpg123Exports {
  const fail = (what: string) => () => {
    throw new Error(`the MP3 decoder stopped: ${what}`);
  };
  const no = (value: number) => () => value;
  const imports = {
    a: fail("proc_exit"),
    b() {},
    c: fail("abort"),
    d: no(0),
    // No more memory than it starts with.
    e: no(0),
    // It says on its error stream what it finds odd; nobody reads that here.
    f: writeNothing,
    g: no(52),
    h: no(52),
    i: no(70),
    j: no(0),
  };
  const exports = new WebAssembly.Instance(module, { a: imports }).exports as unknown as Mpg123Exports;
  function writeNothing(_file: number, vectors: number, count: number, written: number): number {
    const view = new DataView(exports.k.buffer);
    let bytes = 0;
    for (let n = 0; n < count; n++) bytes += view.getUint32(vectors + n * 8 + 4, true);
    view.setUint32(written, bytes, true);
    return 0;
  }
  exports.l();
  return exports;
}
