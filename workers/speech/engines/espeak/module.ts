// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * eSpeak NG loaded in the worker: its code (compiled to JavaScript), its phoneme tables, and each language's dictionary
 * when it is first spoken.
 *
 * This folder and `generated/espeak.js` are the product's only GPL-3.0 code. Nothing outside reaches it but through
 * `loadEspeak`, and nothing calls that when the variable `ESPEAK` is `off`.
 */
import { type AssetLoader, EngineError } from "../engine";
import { SharedLoad } from "../shared-load";

export interface EspeakEvent {
  type: string;
  /** Character of the text, from 1. */
  text_position: number;
  word_length: number;
  /** Milliseconds from the start. */
  audio_position: number;
  id: string | number | null | undefined;
}

interface EspeakWorker {
  /** 0 if there is such a voice. */
  set_voice(name: string): number;
  set_rate(wordsPerMinute: number): void;
  set_pitch(pitch: number): void;
  set_range(range: number): void;
  synthesize(text: string, receive: (samples: Int16Array | null, events: EspeakEvent[]) => boolean | undefined): void;
}

export interface EspeakModule {
  HEAPU8: Uint8Array;
  eSpeakNGWorker: new () => EspeakWorker;
  FS: { mkdir(path: string): void; writeFile(path: string, bytes: Uint8Array): void };
}

export type EspeakGlue = (options: {
  print(line: string): void;
  printErr(line: string): void;
}) => Promise<EspeakModule>;

export interface EspeakUtterance {
  text: string;
  /** eSpeak's voice with its variant, e.g. `de+f2`. */
  voice: string;
  /** Dictionary the voice needs; Latin words in other scripts are read by the English one. */
  dictionary: string;
  wordsPerMinute: number;
  /** 0..99 each. */
  pitch: number;
  range: number;
}

const SAMPLE_RATE_HZ = 22_050;
/**
 * Where the synthesizer keeps what runs on from one call to the next (random numbers, phases, flutter), as start and end
 * addresses in the one version that the build accepts. Put back before each call, so that a text sounds the same whatever
 * was said before it: found by comparing memory, and checked over languages and variants in changing order.
 */
const RANDOM_STATE_AT = 141_076;
const RUNNING_STATE: readonly (readonly [number, number])[] = [
  [RANDOM_STATE_AT, RANDOM_STATE_AT + 4],
  [213_408, 227_308],
  [231_856, 231_900],
  [235_640, 235_648],
];

interface Loaded {
  module: EspeakModule;
  worker: EspeakWorker;
  dictionaries: Map<string, SharedLoad<true>>;
  firstState: Uint8Array[];
}

export class EspeakRuntime {
  private readonly loaded: SharedLoad<Loaded>;

  constructor(
    private readonly loadGlue: () => Promise<EspeakGlue>,
    private readonly loadAsset: AssetLoader,
  ) {
    this.loaded = new SharedLoad(() => this.load());
  }

  /** @throws EngineError if eSpeak fails; the next call starts it anew. */
  async say(
    utterance: EspeakUtterance,
  ): Promise<{ samples: Float32Array; sampleRateHz: number; events: EspeakEvent[] }> {
    const loaded = await this.loaded.get();
    await this.dictionary(loaded, utterance.dictionary);
    const { module, worker, firstState } = loaded;
    try {
      RUNNING_STATE.forEach(([from], index) => {
        module.HEAPU8.set(firstState[index]!, from);
      });
      return speak(worker, utterance);
    } catch (error) {
      this.loaded.discard();
      throw new EngineError("eSpeak failed on a unit of text", { cause: error });
    }
  }

  private async dictionary({ module, dictionaries }: Loaded, name: string): Promise<void> {
    let dictionary = dictionaries.get(name);
    if (!dictionary) {
      dictionary = new SharedLoad<true>(async () => {
        unpackInto(module, await this.loadAsset(`espeak/${name}.pack`));
        return true;
      });
      dictionaries.set(name, dictionary);
    }
    await dictionary.get();
  }

  private async load(): Promise<Loaded> {
    const [glue, core] = await Promise.all([this.loadGlue(), this.loadAsset("espeak/core.pack")]);
    const module = await glue({ print() {}, printErr() {} });
    unpackInto(module, core);
    const worker = new module.eSpeakNGWorker();
    // Seeded by the clock at start: any fixed seed serves.
    module.HEAPU8.fill(1, RANDOM_STATE_AT, RANDOM_STATE_AT + 4);
    const firstState = RUNNING_STATE.map(([from, to]) => module.HEAPU8.slice(from, to));
    const loaded: Loaded = { module, worker, dictionaries: new Map(), firstState };
    // Latin words in other scripts are read by the English dictionary.
    await this.dictionary(loaded, "en");
    return loaded;
  }
}

function speak(worker: EspeakWorker, utterance: EspeakUtterance) {
  if (worker.set_voice(utterance.voice) !== 0) throw new Error(`no voice ${utterance.voice}`);
  worker.set_rate(utterance.wordsPerMinute);
  worker.set_pitch(utterance.pitch);
  worker.set_range(utterance.range);
  const chunks: Int16Array[] = [];
  const events: EspeakEvent[] = [];
  worker.synthesize(utterance.text, (chunk, chunkEvents) => {
    if (chunk && chunk.length > 0) chunks.push(chunk.slice());
    events.push(...chunkEvents);
    return false;
  });
  const samples = new Float32Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) for (const sample of chunk) samples[at++] = sample / 32_768;
  return { samples, sampleRateHz: SAMPLE_RATE_HZ, events };
}

/** Writes the files of a pack (see the build's `prepare-espeak.mjs`) into eSpeak's own file system. */
function unpackInto(module: EspeakModule, pack: Uint8Array): void {
  const indexLength = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + indexLength))) as [string, number][];
  let at = 4 + indexLength;
  for (const [filename, length] of index) {
    makeFolders(module, filename);
    module.FS.writeFile(filename, pack.subarray(at, at + length));
    at += length;
  }
}

function makeFolders(module: EspeakModule, filename: string): void {
  const parts = filename.split("/").slice(1, -1);
  for (let depth = 1; depth <= parts.length; depth++) {
    try {
      module.FS.mkdir(`/${parts.slice(0, depth).join("/")}`);
    } catch {
      // It is there already; the file system has no quieter way to say so.
    }
  }
}
