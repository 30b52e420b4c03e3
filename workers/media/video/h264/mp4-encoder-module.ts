/**
 * Runs the WebAssembly of `h264-mp4-encoder` 1.0.12 (MIT; minih264 inside, CC0, and libmp4v2, MPL-1.1) without the JavaScript it
 * comes with: that makes functions out of strings, which the platform forbids, and keeps all files of all encoders in one memory.
 * The class it offers is found through what it registers at its start (Emscripten's embind), its files are kept here.
 */

import { CxxExceptions } from "./cxx-exceptions";

type Wire = number;
type Signed = (...args: Wire[]) => Wire;

/** What the program offers, with a `dynCall_…` for each signature of its table. */
interface Exports extends Record<string, Signed> {
  __wasm_call_ctors: Signed;
  malloc: Signed;
  free: Signed;
  stackSave: Signed;
  stackRestore: Signed;
  setThrew: Signed;
  __cxa_can_catch: Signed;
}

/** What an encoder is told before it starts; names and units are those of the package. */
export interface EncoderSettings {
  /** Multiples of 16, or the encoder itself crops to them. */
  width: number;
  height: number;
  frameRate: number;
  /** 10 (best) to 51. */
  quantizationParameter: number;
  /** 0 (best) to 10 (fastest). */
  speed: number;
  /** Pictures from one IDR picture to the next. */
  groupOfPictures: number;
}

export interface Mp4Encoder {
  /** One picture, I420: width * height * 3 / 2 bytes. */
  addPicture(yuv: Uint8Array): void;
  /** The finished MP4, `moov` last. Call once; the encoder is of no use then. */
  finish(): Uint8Array;
}

interface ClassFunction {
  invoker: Signed;
  context: Wire;
}

const PAGE = 65536;
/** Fixed by the package's build: where its data ends, the size of its table, and the place of the word with its heap's end. */
const INITIAL_PAGES = 256;
const MAXIMUM_PAGES = 32768;
const TABLE_SIZE = 1182;
const HEAP_END_AT = 22752 * 4;
const HEAP_START = 5_334_064;
/** errno values of its libc, negated by the calls that answer them. */
const ENOENT = 44;
const EBADF = 8;
const ENOTTY = 59;
const OPEN_CREATE = 0o100;
const OPEN_TRUNCATE = 0o1000;
const FIRST_FILE = 3;
/** Its `struct stat`. */
const STAT_BYTES = 88;
const STAT_MODE_AT = 12;
const STAT_SIZE_AT = 40;
const REGULAR_FILE = 0o100666;

/** Starts an encoder in an instance of its own, whose memory goes with it. Throws what the encoder refuses. */
export function startMp4Encoder(module: WebAssembly.Module, settings: EncoderSettings): Mp4Encoder {
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAXIMUM_PAGES });
  const table = new WebAssembly.Table({ initial: TABLE_SIZE, maximum: TABLE_SIZE, element: "anyfunc" });
  const view = () => new DataView(memory.buffer);
  const bytes = () => new Uint8Array(memory.buffer);
  const textAt = (at: Wire) => {
    const all = bytes();
    return new TextDecoder().decode(all.subarray(at, all.indexOf(0, at)));
  };
  const functionAt = (at: Wire) => table.get(at) as Signed;
  view().setUint32(HEAP_END_AT, HEAP_START, true);

  let construct: ClassFunction | undefined;
  const functions = new Map<string, ClassFunction>();
  const setters = new Map<string, ClassFunction>();
  const files = new EncoderFiles(view, bytes, textAt);
  let carried = 0;
  let started: Exports | undefined;
  const program = () => started!;
  const exceptions = new CxxExceptions(program, view, (value) => {
    carried = value;
  });

  const fail = (what: string) => () => {
    throw new Error(`the H.264 encoder failed: ${what}`);
  };
  const nothing = () => 0;
  const known: Record<string, Signed> = {
    ...files.calls,
    _embind_register_class_constructor(_class, _count, _types, _signature, invoker, context) {
      construct = { invoker: functionAt(invoker!), context: context! };
      return 0;
    },
    _embind_register_class_function(_class, name, _count, _types, _signature, invoker, context) {
      functions.set(textAt(name!), { invoker: functionAt(invoker!), context: context! });
      return 0;
    },
    _embind_register_class_property(
      _class,
      name,
      _type,
      _signature,
      _getter,
      _context,
      _argument,
      _set,
      setter,
      context,
    ) {
      setters.set(textAt(name!), { invoker: functionAt(setter!), context: context! });
      return 0;
    },
    emscripten_resize_heap(wanted) {
      const missing = Math.ceil((wanted! - memory.buffer.byteLength) / PAGE);
      if (missing > 0) memory.grow(missing);
      return 1;
    },
    emscripten_memcpy_big(to, from, length) {
      bytes().copyWithin(to!, from!, from! + length!);
      return to!;
    },
    getTempRet0: () => carried,
    setTempRet0(value) {
      carried = value!;
      return 0;
    },
    // Timestamps of the file: none, so that the same pictures make the same file.
    gettimeofday(at) {
      view().setBigUint64(at!, 0n, true);
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count!, 0, true);
      view().setUint32(size!, 0, true);
      return 0;
    },
    environ_get: nothing,
    ...exceptions.imports,
    abort: fail("it aborted"),
    __assert_fail: (condition) => fail(`${textAt(condition!)} does not hold`)(),
  };

  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: space, name } of WebAssembly.Module.imports(module)) {
    const invoked = /^invoke_(\w+)$/.exec(name)?.[1];
    // What is only registered needs no answer.
    const call: Signed | undefined = invoked
      ? (...args) => exceptions.guard(() => program()[`dynCall_${invoked}`]!(...args))
      : (known[name] ?? (name.startsWith("_embind_register_") ? nothing : undefined));
    imports[space] ??= {};
    imports[space][name] = name === "memory" ? memory : name === "table" ? table : (call ?? fail(`it called ${name}`));
  }
  started = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
  started.__wasm_call_ctors();

  if (!construct) throw new Error("the H.264 encoder registered no class");
  const encoder = construct.invoker(construct.context);
  const call = (name: string, ...args: Wire[]) => {
    const { invoker, context } = functions.get(name) ?? fail(`no ${name}`)();
    return invoker(context, encoder, ...args);
  };
  for (const [name, value] of Object.entries(settings)) {
    const { invoker, context } = setters.get(name) ?? fail(`no ${name}`)();
    invoker(context, encoder, value);
  }
  call("initialize");

  return {
    addPicture(yuv) {
      // A string, as the class sees it: its length, then its bytes.
      const at = program().malloc(4 + yuv.length);
      view().setUint32(at, yuv.length, true);
      bytes().set(yuv, at + 4);
      call("addFrameYuv", at);
      program().free(at);
    },
    finish() {
      call("finalize");
      return files.takeLargest();
    },
  };
}

/** The files of one encoder in memory, as its libc asks for them (Emscripten 1.39: some POSIX calls, some of WASI). */
class EncoderFiles {
  readonly #contents = new Map<string, { bytes: Uint8Array; size: number }>();
  readonly #open = new Map<Wire, { file: { bytes: Uint8Array; size: number }; position: number }>();
  readonly calls: Record<string, Signed>;

  constructor(view: () => DataView, bytes: () => Uint8Array, textAt: (at: Wire) => string) {
    const open = (path: Wire, flags: Wire) => {
      const name = textAt(path);
      let file = this.#contents.get(name);
      if (!file && !(flags & OPEN_CREATE)) return -ENOENT;
      if (!file) {
        file = { bytes: new Uint8Array(PAGE), size: 0 };
        this.#contents.set(name, file);
      }
      if (flags & OPEN_TRUNCATE) file.size = 0;
      const descriptor = FIRST_FILE + this.#open.size;
      this.#open.set(descriptor, { file, position: 0 });
      return descriptor;
    };
    /** Moves bytes for each of a row of (address, length) pairs, until `move` falls short. */
    const eachPiece = (pieces: Wire, count: Wire, move: (at: Wire, length: Wire) => Wire, totalAt: Wire) => {
      let total = 0;
      for (let i = 0; i < count; i++) {
        const [at, length] = [view().getUint32(pieces + i * 8, true), view().getUint32(pieces + i * 8 + 4, true)];
        const moved = move(at, length);
        total += moved;
        if (moved < length) break;
      }
      view().setUint32(totalAt, total, true);
      return 0;
    };
    this.calls = {
      __sys_open: (path, flags) => open(path!, flags!),
      __sys_stat64: (path, at) => {
        const file = this.#contents.get(textAt(path!));
        if (!file) return -ENOENT;
        bytes().fill(0, at!, at! + STAT_BYTES);
        view().setUint32(at! + STAT_MODE_AT, REGULAR_FILE, true);
        view().setUint32(at! + STAT_SIZE_AT, file.size, true);
        return 0;
      },
      __sys_fcntl64: () => 0,
      __sys_ioctl: () => -ENOTTY,
      fd_close: () => 0,
      fd_write: (descriptor, pieces, count, totalAt) => {
        const handle = this.#open.get(descriptor!);
        const write = (at: Wire, length: Wire) => {
          // What it says on its standard streams nobody reads.
          if (handle) append(handle, bytes().subarray(at, at + length));
          return length;
        };
        return eachPiece(pieces!, count!, write, totalAt!);
      },
      fd_read: (descriptor, pieces, count, totalAt) => {
        const handle = this.#open.get(descriptor!);
        if (!handle) return EBADF;
        const read = (at: Wire, length: Wire) => {
          const part = handle.file.bytes.subarray(
            handle.position,
            Math.min(handle.position + length, handle.file.size),
          );
          bytes().set(part, at);
          handle.position += part.length;
          return part.length;
        };
        return eachPiece(pieces!, count!, read, totalAt!);
      },
      fd_seek: (descriptor, low, high, whence, resultAt) => {
        const handle = this.#open.get(descriptor!);
        if (!handle) return EBADF;
        const offset = high! * 2 ** 32 + (low! >>> 0);
        const from = whence === 0 ? 0 : whence === 1 ? handle.position : handle.file.size;
        handle.position = from + offset;
        view().setBigUint64(resultAt!, BigInt(handle.position), true);
        return 0;
      },
    };
  }

  /** The content of the only file that matters: the video. */
  takeLargest(): Uint8Array {
    const [largest] = [...this.#contents.values()].sort((a, b) => b.size - a.size);
    if (!largest) throw new Error("the H.264 encoder wrote no file");
    return largest.bytes.subarray(0, largest.size);
  }
}

function append(handle: { file: { bytes: Uint8Array; size: number }; position: number }, piece: Uint8Array): void {
  const { file } = handle;
  const end = handle.position + piece.length;
  if (end > file.bytes.length) {
    const grown = new Uint8Array(Math.max(end, file.bytes.length * 2));
    grown.set(file.bytes.subarray(0, file.size));
    file.bytes = grown;
  }
  file.bytes.set(piece, handle.position);
  handle.position = end;
  file.size = Math.max(file.size, end);
}
