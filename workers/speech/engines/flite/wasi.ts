/**
 * As much of WASI preview 1 as a command-line program needs that reads its arguments and a file or two and writes a file:
 * everything lives in memory.
 *
 * Interface: https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md
 */

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const NOT_FOUND = 44;
const NOT_SUPPORTED = 52;
const ILLEGAL_SEEK = 70;
const OPEN_CREATE = 1;
const OPEN_TRUNCATE = 8;
const TYPE_CHARACTER_DEVICE = 2;
const TYPE_DIRECTORY = 3;
const TYPE_REGULAR_FILE = 4;
const ALL_RIGHTS = 0x1fffffffn;
const ROOT_DESCRIPTOR = 3;

/** Thrown by the program's own exit; code 0 is success. */
export class ProgramExit extends Error {
  constructor(readonly code: number) {
    super(`program ended with code ${code}`);
  }
}

interface OpenFile {
  name: string;
  bytes: Uint8Array;
  length: number;
  position: number;
  written: boolean;
}

type Descriptor = { kind: "input" | "output" | "error" | "root" } | { kind: "file"; file: OpenFile } | null;

/** The world of one run: what goes in, and what came out. */
export interface ProgramRun {
  args: readonly string[];
  files: Map<string, Uint8Array>;
  output: string;
  errors: string;
}

/** Imports for an instance that is run many times; `begin` sets the run they act on. */
export class WasiHost {
  private memory: WebAssembly.Memory | null = null;
  private run: ProgramRun = { args: [], files: new Map(), output: "", errors: "" };
  private descriptors: Descriptor[] = [];
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  attach(memory: WebAssembly.Memory): void {
    this.memory = memory;
  }

  begin(run: ProgramRun): void {
    this.run = run;
    this.descriptors = [{ kind: "input" }, { kind: "output" }, { kind: "error" }, { kind: "root" }];
  }

  /** The import object; a function the module asks for and we lack answers "not supported". */
  importsFor(module: WebAssembly.Module): WebAssembly.Imports {
    const known: Record<string, (...values: never[]) => number | undefined> = {
      args_sizes_get: this.argsSizes,
      args_get: this.argsGet,
      clock_time_get: this.clockTime,
      fd_close: this.close,
      fd_fdstat_get: this.descriptorStatus,
      fd_fdstat_set_flags: () => SUCCESS,
      fd_prestat_get: this.preopened,
      fd_prestat_dir_name: this.preopenedName,
      fd_read: this.read,
      fd_seek: this.seek,
      fd_write: this.write,
      path_open: this.open,
      proc_exit: (code: number) => {
        throw new ProgramExit(code);
      },
    };
    const functions: Record<string, WebAssembly.ImportValue> = {};
    for (const { name } of WebAssembly.Module.imports(module)) functions[name] = known[name] ?? (() => NOT_SUPPORTED);
    return { wasi_snapshot_preview1: functions };
  }

  private view(): DataView {
    return new DataView(this.memory!.buffer);
  }

  private bytes(): Uint8Array {
    return new Uint8Array(this.memory!.buffer);
  }

  private readonly argsSizes = (countAt: number, sizeAt: number): number => {
    const size = this.run.args.reduce((sum, arg) => sum + this.encoder.encode(arg).length + 1, 0);
    this.view().setUint32(countAt, this.run.args.length, true);
    this.view().setUint32(sizeAt, size, true);
    return SUCCESS;
  };

  private readonly argsGet = (pointersAt: number, textAt: number): number => {
    let pointer = pointersAt;
    let text = textAt;
    for (const arg of this.run.args) {
      this.view().setUint32(pointer, text, true);
      pointer += 4;
      const encoded = this.encoder.encode(arg);
      this.bytes().set(encoded, text);
      this.bytes()[text + encoded.length] = 0;
      text += encoded.length + 1;
    }
    return SUCCESS;
  };

  /** Always the same moment: nothing a program computes may depend on when it runs. */
  private readonly clockTime = (_clock: number, _precision: bigint, timeAt: number): number => {
    this.view().setBigUint64(timeAt, 0n, true);
    return SUCCESS;
  };

  private readonly preopened = (descriptor: number, at: number): number => {
    if (descriptor !== ROOT_DESCRIPTOR) return BAD_DESCRIPTOR;
    this.view().setUint32(at, 0, true);
    this.view().setUint32(at + 4, 1, true);
    return SUCCESS;
  };

  private readonly preopenedName = (_descriptor: number, at: number): number => {
    this.bytes()[at] = ".".charCodeAt(0);
    return SUCCESS;
  };

  private readonly descriptorStatus = (descriptor: number, at: number): number => {
    const open = this.descriptors[descriptor];
    if (!open) return BAD_DESCRIPTOR;
    this.bytes().fill(0, at, at + 24);
    this.bytes()[at] =
      open.kind === "root" ? TYPE_DIRECTORY : open.kind === "file" ? TYPE_REGULAR_FILE : TYPE_CHARACTER_DEVICE;
    this.view().setBigUint64(at + 8, ALL_RIGHTS, true);
    this.view().setBigUint64(at + 16, ALL_RIGHTS, true);
    return SUCCESS;
  };

  private readonly open = (
    _directory: number,
    _lookup: number,
    nameAt: number,
    nameLength: number,
    flags: number,
    _rights: bigint,
    _inheriting: bigint,
    _descriptorFlags: number,
    descriptorAt: number,
  ): number => {
    const name = this.decoder.decode(this.bytes().slice(nameAt, nameAt + nameLength)).replace(/^\.?\/+/, "");
    let content = this.run.files.get(name);
    if (!content && !(flags & OPEN_CREATE)) return NOT_FOUND;
    if (!content || flags & OPEN_TRUNCATE) content = new Uint8Array(0);
    const written = (flags & (OPEN_CREATE | OPEN_TRUNCATE)) !== 0;
    this.descriptors.push({
      kind: "file",
      file: { name, bytes: content, length: content.length, position: 0, written },
    });
    this.view().setUint32(descriptorAt, this.descriptors.length - 1, true);
    return SUCCESS;
  };

  private readonly close = (descriptor: number): number => {
    const open = this.descriptors[descriptor];
    if (!open) return BAD_DESCRIPTOR;
    if (open.kind === "file" && open.file.written) {
      this.run.files.set(open.file.name, open.file.bytes.subarray(0, open.file.length));
    }
    this.descriptors[descriptor] = null;
    return SUCCESS;
  };

  private readonly read = (descriptor: number, vectorsAt: number, count: number, readAt: number): number => {
    const open = this.descriptors[descriptor];
    if (!open) return BAD_DESCRIPTOR;
    let total = 0;
    if (open.kind === "file") {
      const { file } = open;
      for (const [at, length] of this.vectors(vectorsAt, count)) {
        const piece = file.bytes.subarray(file.position, Math.min(file.length, file.position + length));
        this.bytes().set(piece, at);
        file.position += piece.length;
        total += piece.length;
        if (piece.length < length) break;
      }
    }
    this.view().setUint32(readAt, total, true);
    return SUCCESS;
  };

  private readonly write = (descriptor: number, vectorsAt: number, count: number, writtenAt: number): number => {
    const open = this.descriptors[descriptor];
    if (!open) return BAD_DESCRIPTOR;
    let total = 0;
    for (const [at, length] of this.vectors(vectorsAt, count)) {
      total += length;
      if (open.kind === "file") appendTo(open.file, this.bytes().subarray(at, at + length));
      else if (open.kind === "output") this.run.output += this.decoder.decode(this.bytes().slice(at, at + length));
      else if (open.kind === "error") this.run.errors += this.decoder.decode(this.bytes().slice(at, at + length));
    }
    this.view().setUint32(writtenAt, total, true);
    return SUCCESS;
  };

  private readonly seek = (descriptor: number, offset: bigint, whence: number, positionAt: number): number => {
    const open = this.descriptors[descriptor];
    if (!open) return BAD_DESCRIPTOR;
    if (open.kind !== "file") return ILLEGAL_SEEK;
    const from = whence === 0 ? 0 : whence === 1 ? open.file.position : open.file.length;
    open.file.position = from + Number(offset);
    this.view().setBigUint64(positionAt, BigInt(open.file.position), true);
    return SUCCESS;
  };

  private vectors(at: number, count: number): [number, number][] {
    const view = this.view();
    return Array.from({ length: count }, (_, i) => [
      view.getUint32(at + i * 8, true),
      view.getUint32(at + i * 8 + 4, true),
    ]);
  }
}

function appendTo(file: OpenFile, piece: Uint8Array): void {
  const end = file.position + piece.length;
  if (end > file.bytes.length) {
    const larger = new Uint8Array(Math.max(end, file.bytes.length * 2, 65_536));
    larger.set(file.bytes.subarray(0, file.length));
    file.bytes = larger;
  }
  file.bytes.set(piece, file.position);
  file.position = end;
  file.length = Math.max(file.length, end);
}
