/**
 * Moves the large data segments of a WebAssembly module out into a file of their own.
 *
 * A worker's code may not exceed the platform's size limit, and a voice's tables are most of the module. The moved
 * segments stay in the module, empty, so that segment numbers keep their meaning; whoever instantiates the module copies
 * the data into memory before calling into it. Debug information is left out. The stack pointer is exported, so that one
 * instance can be put back into its first state after each run, instead of a new one being made.
 */

const CUSTOM_SECTION = 0;
const EXPORT_SECTION = 7;
const DATA_SECTION = 11;
const EXPORT_KIND_GLOBAL = 3;
/** Where compilers of the LLVM family keep the stack pointer. */
const STACK_POINTER_GLOBAL = 0;
const OPCODE_I32_CONST = 0x41;
const OPCODE_END = 0x0b;

/**
 * @param {Uint8Array} wasm the module
 * @param {number} minimumBytes segments at least this long are moved
 * @returns {{ wasm: Uint8Array, segments: { memoryOffset: number, bytes: Uint8Array }[] }}
 */
export function splitWasmData(wasm, minimumBytes) {
  const reader = createReader(wasm);
  const out = [wasm.subarray(0, 8)];
  const segments = [];
  reader.position = 8;
  while (reader.position < wasm.length) {
    const sectionStart = reader.position;
    const id = reader.byte();
    const length = reader.unsigned();
    const sectionEnd = reader.position + length;
    if (id === DATA_SECTION) {
      const payload = splitDataSection(wasm, reader, minimumBytes, segments);
      out.push(Uint8Array.of(id), encodeUnsigned(payload.length), payload);
    } else if (id === EXPORT_SECTION) {
      const payload = exportStackPointer(wasm, reader, sectionEnd);
      out.push(Uint8Array.of(id), encodeUnsigned(payload.length), payload);
    } else if (id !== CUSTOM_SECTION) {
      out.push(wasm.subarray(sectionStart, sectionEnd));
    }
    reader.position = sectionEnd;
  }
  return { wasm: concat(out), segments };
}

function exportStackPointer(wasm, reader, sectionEnd) {
  const count = reader.unsigned();
  const name = new TextEncoder().encode("__stack_pointer");
  return concat([
    encodeUnsigned(count + 1),
    wasm.subarray(reader.position, sectionEnd),
    encodeUnsigned(name.length),
    name,
    Uint8Array.of(EXPORT_KIND_GLOBAL, STACK_POINTER_GLOBAL),
  ]);
}

function splitDataSection(wasm, reader, minimumBytes, segments) {
  const count = reader.unsigned();
  const kept = [encodeUnsigned(count)];
  for (let i = 0; i < count; i++) {
    const start = reader.position;
    const flag = reader.unsigned();
    let memoryOffset = 0;
    if (flag === 0) {
      if (reader.byte() !== OPCODE_I32_CONST) throw new Error(`data segment ${i}: its offset is not a constant`);
      memoryOffset = reader.signed() >>> 0;
      if (reader.byte() !== OPCODE_END) throw new Error(`data segment ${i}: its offset is more than one constant`);
    } else if (flag !== 1) {
      throw new Error(`data segment ${i}: kind ${flag} is not supported`);
    }
    const length = reader.unsigned();
    const bytes = wasm.subarray(reader.position, reader.position + length);
    reader.position += length;
    if (flag === 0 && length >= minimumBytes) {
      segments.push({ memoryOffset, bytes });
      kept.push(Uint8Array.of(flag, OPCODE_I32_CONST, 0, OPCODE_END, 0));
    } else {
      kept.push(wasm.subarray(start, reader.position));
    }
  }
  return concat(kept);
}

/** Segments as one file: a count, then (memory offset, file offset, length) for each, little endian, then the bytes. */
export function packSegments(segments) {
  const header = new Uint8Array(4 + segments.length * 12);
  const view = new DataView(header.buffer);
  view.setUint32(0, segments.length, true);
  let fileOffset = header.length;
  segments.forEach((segment, index) => {
    view.setUint32(4 + index * 12, segment.memoryOffset, true);
    view.setUint32(8 + index * 12, fileOffset, true);
    view.setUint32(12 + index * 12, segment.bytes.length, true);
    fileOffset += segment.bytes.length;
  });
  return concat([header, ...segments.map((segment) => segment.bytes)]);
}

function createReader(bytes) {
  return {
    position: 0,
    byte() {
      return bytes[this.position++];
    },
    /** LEB128, unsigned. */
    unsigned() {
      let result = 0;
      let factor = 1;
      for (;;) {
        const byte = this.byte();
        result += (byte & 0x7f) * factor;
        factor *= 128;
        if ((byte & 0x80) === 0) return result;
      }
    },
    /** LEB128, signed, 32 bits. */
    signed() {
      let result = 0;
      let shift = 0;
      for (;;) {
        const byte = this.byte();
        result |= (byte & 0x7f) << shift;
        shift += 7;
        if ((byte & 0x80) === 0) return shift < 32 && byte & 0x40 ? result | (-1 << shift) : result;
      }
    },
  };
}

function encodeUnsigned(value) {
  const bytes = [];
  do {
    const low = value & 0x7f;
    value = Math.floor(value / 128);
    bytes.push(value > 0 ? low | 0x80 : low);
  } while (value > 0);
  return Uint8Array.from(bytes);
}

function concat(parts) {
  const out = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let position = 0;
  for (const part of parts) {
    out.set(part, position);
    position += part.length;
  }
  return out;
}
