/**
 * flite, the program, in a WebAssembly instance that is made once and put back into its first state before every run.
 *
 * Its 17 MB of voice tables are never written to (checked by comparing memory before and after runs of every voice), so
 * they are copied in once; what the program does write lies behind them, and is restored and cleared in a fraction of a
 * millisecond, where a fresh instance costs ten.
 */
import { type AssetLoader, EngineError } from "../engine";
import { SharedLoad } from "../shared-load";
import { ProgramExit, type ProgramRun, WasiHost } from "./wasi";

export type FliteBase = "slt" | "rms" | "awb" | "kal16";

/**
 * Where each statistical voice keeps the all-pass constant of its vocoder (two floats: alpha, beta). Known for the one
 * version that the build accepts, and checked when the tables are loaded.
 */
const VOCODER_AT: Record<Exclude<FliteBase, "kal16">, number> = { awb: 8_259_148, rms: 10_839_532, slt: 13_787_948 };
export const DEFAULT_ALPHA = 0.42;
export const DEFAULT_BETA = 0.4;
/** From alpha to the flag that makes a voice ignore F0 targets. */
const IGNORE_F0_OFFSET = 28;
/** A run that needed more leaves memory we cannot give back; a new instance can. */
const MEMORY_LIMIT_BYTES = 48 * 1024 * 1024;

export interface FliteOptions {
  base: FliteBase;
  text: string;
  /** All-pass constant of the vocoder, which moves the formants; 0.42 is the voice's own. */
  alpha?: number;
  /** Strength of the vocoder's postfilter. */
  beta?: number;
  durationStretch?: number;
  /** Mean and spread of F0; null leaves the voice's own contour. */
  f0Hz?: number | null;
  f0SpreadHz?: number | null;
  /** Lines of flite's lexicon format, `word : phones`. */
  lexicon?: string;
}

export interface FlitePhone {
  /** ARPAbet without stress, or `pau`. */
  name: string;
  endSeconds: number;
}

export interface FliteSpeech {
  samples: Float32Array;
  sampleRateHz: number;
  phones: FlitePhone[];
}

interface Instance {
  host: WasiHost;
  memory: WebAssembly.Memory;
  start: () => void;
  stackPointer: WebAssembly.Global;
  stackTop: number;
  /** What stood behind the tables before the first run, and where. */
  initial: Uint8Array;
  initialAt: number;
  /** First values of each voice's vocoder and its flag. */
  ignoresF0: Map<string, number>;
}

export class FliteRuntime {
  private readonly instance: SharedLoad<Instance>;

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly loadAsset: AssetLoader,
  ) {
    this.instance = new SharedLoad(() => this.create());
  }

  /** Loads the voices, so that the first run does not have to. */
  async warm(): Promise<void> {
    await this.instance.get();
  }

  /** @throws EngineError if the program fails; the next run gets a new instance. */
  async run(options: FliteOptions): Promise<FliteSpeech> {
    const instance = await this.instance.get();
    const run: ProgramRun = { args: argumentsFor(options), files: new Map(), output: "", errors: "" };
    if (options.lexicon) run.files.set("lexicon", new TextEncoder().encode(options.lexicon));
    try {
      restore(instance);
      setVocoder(instance, options);
      instance.host.begin(run);
      runToExit(instance);
      if (instance.memory.buffer.byteLength > MEMORY_LIMIT_BYTES) this.instance.discard();
      return readSpeech(run);
    } catch (error) {
      this.instance.discard();
      throw new EngineError("flite failed on a unit of text", { cause: error });
    }
  }

  private async create(): Promise<Instance> {
    const tables = await this.loadAsset("flite.bin");
    const host = new WasiHost();
    const instance = new WebAssembly.Instance(this.module, host.importsFor(this.module));
    const { memory, _start, __stack_pointer } = instance.exports as {
      memory: WebAssembly.Memory;
      _start: () => void;
      __stack_pointer: WebAssembly.Global;
    };
    host.attach(memory);
    const initialAt = copyTables(memory, tables);
    const view = new DataView(memory.buffer);
    const ignoresF0 = new Map<string, number>();
    for (const [base, at] of Object.entries(VOCODER_AT)) {
      if (
        Math.fround(DEFAULT_ALPHA) !== view.getFloat32(at, true) ||
        Math.fround(DEFAULT_BETA) !== view.getFloat32(at + 4, true)
      ) {
        throw new EngineError(`flite's voice ${base} does not keep its vocoder where expected`);
      }
      ignoresF0.set(base, view.getInt32(at + IGNORE_F0_OFFSET, true));
    }
    return {
      host,
      memory,
      start: _start,
      stackPointer: __stack_pointer,
      stackTop: __stack_pointer.value as number,
      initial: new Uint8Array(memory.buffer).slice(initialAt),
      initialAt,
      ignoresF0,
    };
  }
}

/** Copies the moved data segments back to their places; answers where the last one ends. */
function copyTables(memory: WebAssembly.Memory, tables: Uint8Array): number {
  const view = new DataView(tables.buffer, tables.byteOffset, tables.byteLength);
  const bytes = new Uint8Array(memory.buffer);
  const count = view.getUint32(0, true);
  let end = 0;
  for (let i = 0; i < count; i++) {
    const to = view.getUint32(4 + i * 12, true);
    const from = view.getUint32(8 + i * 12, true);
    const length = view.getUint32(12 + i * 12, true);
    bytes.set(tables.subarray(from, from + length), to);
    end = Math.max(end, to + length);
  }
  return end;
}

function restore(instance: Instance): void {
  const bytes = new Uint8Array(instance.memory.buffer);
  bytes.set(instance.initial, instance.initialAt);
  bytes.fill(0, instance.initialAt + instance.initial.length);
  instance.stackPointer.value = instance.stackTop;
}

function setVocoder(instance: Instance, options: FliteOptions): void {
  if (options.base === "kal16") return;
  const at = VOCODER_AT[options.base];
  const view = new DataView(instance.memory.buffer);
  view.setFloat32(at, options.alpha ?? DEFAULT_ALPHA, true);
  view.setFloat32(at + 4, options.beta ?? DEFAULT_BETA, true);
  const own = instance.ignoresF0.get(options.base) ?? 0;
  view.setInt32(at + IGNORE_F0_OFFSET, options.f0Hz == null ? own : 0, true);
}

function argumentsFor(options: FliteOptions): string[] {
  const args = ["flite", "-psdur", "-voice", options.base];
  args.push("--setf", `duration_stretch=${(options.durationStretch ?? 1).toFixed(4)}`);
  if (options.f0Hz != null) args.push("--setf", `int_f0_target_mean=${options.f0Hz.toFixed(2)}`);
  if (options.f0SpreadHz != null) args.push("--setf", `int_f0_target_stddev=${options.f0SpreadHz.toFixed(2)}`);
  if (options.lexicon) args.push("-add_lex", "lexicon");
  args.push("-t", options.text, "speech.wav");
  return args;
}

function runToExit(instance: Instance): void {
  try {
    instance.start();
  } catch (error) {
    if (!(error instanceof ProgramExit) || error.code !== 0) throw error;
  }
}

const WAV_HEADER_BYTES = 44;

function readSpeech(run: ProgramRun): FliteSpeech {
  const wav = run.files.get("speech.wav");
  if (!wav || wav.length < WAV_HEADER_BYTES) throw new Error("no sound was written");
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const samples = new Float32Array(Math.floor((wav.length - WAV_HEADER_BYTES) / 2));
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(WAV_HEADER_BYTES + i * 2, true) / 32_768;
  return { samples, sampleRateHz: view.getUint32(24, true), phones: readPhones(run.output) };
}

/** `pau:0.209 ay:0.341 …`; times of one run rise through all of its sentences. */
function readPhones(output: string): FlitePhone[] {
  const phones: FlitePhone[] = [];
  for (const [, name, end] of output.matchAll(/([a-z]+):(\d+(?:\.\d+)?)/g)) {
    phones.push({ name: name!, endSeconds: Number(end) });
  }
  return phones;
}
