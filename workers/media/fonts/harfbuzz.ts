/**
 * HarfBuzz: which glyphs of a font show a stretch of text, where they stand, and their outlines. The package's own glue
 * compiles modules when it runs, which a worker may not, so its WebAssembly is called here as it is.
 */

/** One font of a process. Its bytes live in the engine's memory until it is closed. */
export interface Face {
  readonly unitsPerEm: number;
  /** @internal */
  readonly font: number;
}

export interface ShapedGlyph {
  glyphId: number;
  /** Where in the whole text what it shows begins, in UTF-16 units. */
  cluster: number;
  /** All in font units, y upward. */
  advance: number;
  xOffset: number;
  yOffset: number;
}

export interface ShapeRequest {
  /** The whole text: letters join across the edges of what is shaped. */
  text: string;
  from: number;
  to: number;
  isRightToLeft: boolean;
  /** ISO 15924, e.g. `Arab`. */
  script: string;
  /** BCP 47, where it decides between forms of the same letter. */
  language?: string | undefined;
}

export interface Harfbuzz {
  /** @throws Error when the bytes are no font. */
  openFace(bytes: Uint8Array): Face;
  closeFace(face: Face): void;
  /** In the order in which they stand from left to right. */
  shape(face: Face, request: ShapeRequest): ShapedGlyph[];
  /** SVG path data in font units, y downward; empty for a space. */
  outline(face: Face, glyphId: number): string;
}

interface Exports {
  memory: WebAssembly.Memory;
  __indirect_function_table: WebAssembly.Table;
  __wasm_call_ctors(): void;
  malloc(bytes: number): number;
  free(at: number): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_get_upem(face: number): number;
  hb_font_create(face: number): number;
  hb_font_destroy(font: number): void;
  hb_font_get_face(font: number): number;
  hb_font_draw_glyph(font: number, glyph: number, functions: number, data: number): void;
  hb_buffer_create(): number;
  hb_buffer_clear_contents(buffer: number): void;
  hb_buffer_add_utf16(buffer: number, text: number, length: number, from: number, itemLength: number): void;
  hb_buffer_set_direction(buffer: number, direction: number): void;
  hb_buffer_set_script(buffer: number, script: number): void;
  hb_buffer_set_language(buffer: number, language: number): void;
  hb_buffer_set_flags(buffer: number, flags: number): void;
  hb_buffer_get_length(buffer: number): number;
  hb_buffer_get_glyph_infos(buffer: number, length: number): number;
  hb_buffer_get_glyph_positions(buffer: number, length: number): number;
  hb_language_from_string(text: number, length: number): number;
  hb_shape(font: number, buffer: number, features: number, featureCount: number): void;
  hb_draw_funcs_create(): number;
  hb_draw_funcs_set_move_to_func(functions: number, callback: number, userData: number, destroy: number): void;
  hb_draw_funcs_set_line_to_func(functions: number, callback: number, userData: number, destroy: number): void;
  hb_draw_funcs_set_quadratic_to_func(functions: number, callback: number, userData: number, destroy: number): void;
  hb_draw_funcs_set_cubic_to_func(functions: number, callback: number, userData: number, destroy: number): void;
  hb_draw_funcs_set_close_path_func(functions: number, callback: number, userData: number, destroy: number): void;
}

const LEFT_TO_RIGHT = 4;
const RIGHT_TO_LEFT = 5;
const MEMORY_WRITABLE = 2;
/** HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES and HB_BUFFER_FLAG_DO_NOT_INSERT_DOTTED_CIRCLE. */
const BUFFER_FLAGS = 0x8 | 0x10;
const GLYPH_BYTES = 20;
const PAGE_BYTES = 65_536;

/**
 * @param harfbuzz `harfbuzzjs/dist/harfbuzz.wasm`
 * @param callbacks `generated/outline-callbacks.wasm`
 */
export function createHarfbuzz(harfbuzz: WebAssembly.Module, callbacks: WebAssembly.Module): Harfbuzz {
  const hb = instantiate(harfbuzz);
  const pen = createPen();
  const functions = installPen(hb, callbacks, pen);
  const buffer = hb.hb_buffer_create();
  const languages = new Map<string, number>();
  /** Copied once for all stretches of one text. */
  let copied = { text: "", at: hb.malloc(2) };

  function copyText(text: string): number {
    if (copied.text === text) return copied.at;
    hb.free(copied.at);
    const at = allocate(hb, Math.max(2, text.length * 2));
    const units = new Uint16Array(hb.memory.buffer, at, text.length);
    for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
    copied = { text, at };
    return at;
  }

  function languageOf(tag: string): number {
    const known = languages.get(tag);
    if (known !== undefined) return known;
    const at = allocate(hb, tag.length);
    new Uint8Array(hb.memory.buffer, at, tag.length).set(new TextEncoder().encode(tag));
    const language = hb.hb_language_from_string(at, tag.length);
    hb.free(at);
    languages.set(tag, language);
    return language;
  }

  return {
    openFace(bytes) {
      const at = allocate(hb, bytes.length);
      new Uint8Array(hb.memory.buffer, at, bytes.length).set(bytes);
      // The blob frees the bytes by the C library's own `free`, whose place in the table we would have to know; we free them.
      const blob = hb.hb_blob_create(at, bytes.length, MEMORY_WRITABLE, 0, 0);
      const face = hb.hb_face_create(blob, 0);
      hb.hb_blob_destroy(blob);
      const font = hb.hb_font_create(face);
      const unitsPerEm = hb.hb_face_get_upem(face);
      hb.hb_face_destroy(face);
      const opened: OpenFace = { font, unitsPerEm, bytesAt: at, outlines: new Map() };
      return opened;
    },
    closeFace(face) {
      hb.hb_font_destroy(face.font);
      hb.free((face as OpenFace).bytesAt);
    },
    shape(face, { text, from, to, isRightToLeft, script, language }) {
      const at = copyText(text);
      hb.hb_buffer_clear_contents(buffer);
      hb.hb_buffer_set_flags(buffer, BUFFER_FLAGS);
      hb.hb_buffer_add_utf16(buffer, at, text.length, from, to - from);
      hb.hb_buffer_set_direction(buffer, isRightToLeft ? RIGHT_TO_LEFT : LEFT_TO_RIGHT);
      hb.hb_buffer_set_script(buffer, tagOf(script));
      if (language) hb.hb_buffer_set_language(buffer, languageOf(language));
      hb.hb_shape(face.font, buffer, 0, 0);
      return readGlyphs(hb, buffer);
    },
    outline(face, glyphId) {
      const { outlines } = face as OpenFace;
      let outline = outlines.get(glyphId);
      if (outline === undefined) {
        pen.path = "";
        hb.hb_font_draw_glyph(face.font, glyphId, functions, 0);
        outline = pen.path;
        outlines.set(glyphId, outline);
      }
      return outline;
    },
  };
}

interface OpenFace extends Face {
  bytesAt: number;
  /** By glyph, as a text repeats its letters. */
  outlines: Map<number, string>;
}

function instantiate(module: WebAssembly.Module): Exports {
  const stop = (): never => {
    throw new Error("HarfBuzz gave up");
  };
  let memory: WebAssembly.Memory;
  const instance = new WebAssembly.Instance(module, {
    env: {
      _abort_js: stop,
      _emscripten_runtime_keepalive_clear() {},
      _setitimer_js: () => 0,
      emscripten_resize_heap(wanted: number) {
        try {
          memory.grow(Math.ceil(((wanted >>> 0) - memory.buffer.byteLength) / PAGE_BYTES));
          return 1;
        } catch {
          return 0;
        }
      },
    },
    wasi_snapshot_preview1: { proc_exit: stop },
  });
  const hb = instance.exports as unknown as Exports;
  memory = hb.memory;
  hb.__wasm_call_ctors();
  return hb;
}

function allocate(hb: Exports, bytes: number): number {
  const at = hb.malloc(bytes);
  if (at === 0) throw new Error(`HarfBuzz has no memory for ${bytes} bytes`);
  return at;
}

function readGlyphs(hb: Exports, buffer: number): ShapedGlyph[] {
  const count = hb.hb_buffer_get_length(buffer);
  const infos = hb.hb_buffer_get_glyph_infos(buffer, 0);
  const positions = hb.hb_buffer_get_glyph_positions(buffer, 0);
  const view = new DataView(hb.memory.buffer);
  return Array.from({ length: count }, (_, i) => {
    const info = infos + i * GLYPH_BYTES;
    const position = positions + i * GLYPH_BYTES;
    return {
      glyphId: view.getUint32(info, true),
      cluster: view.getUint32(info + 8, true),
      advance: view.getInt32(position, true),
      xOffset: view.getInt32(position + 8, true),
      yOffset: view.getInt32(position + 12, true),
    };
  });
}

/** Writes path data. The first three arguments are the engine's own, the last is ours and unused. */
function createPen() {
  const pen = {
    path: "",
    callbacks: {
      moveTo(_f, _d, _s, x, y) {
        pen.path += `M${x} ${-y}`;
      },
      lineTo(_f, _d, _s, x, y) {
        pen.path += `L${x} ${-y}`;
      },
      quadraticTo(_f, _d, _s, cx, cy, x, y) {
        pen.path += `Q${cx} ${-cy} ${x} ${-y}`;
      },
      cubicTo(_f, _d, _s, ax, ay, bx, by, x, y) {
        pen.path += `C${ax} ${-ay} ${bx} ${-by} ${x} ${-y}`;
      },
      closePath() {
        pen.path += "Z";
      },
    } as { [name: string]: (...numbers: number[]) => void },
  };
  return pen;
}

/** Puts the pen into the engine's function table, and answers its set of draw functions. */
function installPen(hb: Exports, callbacks: WebAssembly.Module, pen: ReturnType<typeof createPen>): number {
  const typed = new WebAssembly.Instance(callbacks, { outline: pen.callbacks }).exports;
  const table = hb.__indirect_function_table;
  const placed = (name: string) => {
    const at = table.grow(1);
    table.set(at, typed[name]);
    return at;
  };
  const functions = hb.hb_draw_funcs_create();
  hb.hb_draw_funcs_set_move_to_func(functions, placed("moveTo"), 0, 0);
  hb.hb_draw_funcs_set_line_to_func(functions, placed("lineTo"), 0, 0);
  hb.hb_draw_funcs_set_quadratic_to_func(functions, placed("quadraticTo"), 0, 0);
  hb.hb_draw_funcs_set_cubic_to_func(functions, placed("cubicTo"), 0, 0);
  hb.hb_draw_funcs_set_close_path_func(functions, placed("closePath"), 0, 0);
  return functions;
}

/** Four letters as the engine writes them: one number. */
const tagOf = (tag: string): number =>
  (tag.charCodeAt(0) << 24) | (tag.charCodeAt(1) << 16) | (tag.charCodeAt(2) << 8) | tag.charCodeAt(3);
