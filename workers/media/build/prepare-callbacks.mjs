/**
 * A WebAssembly module that gives JavaScript functions the types that HarfBuzz calls its outline callbacks by. It imports
 * them and exports them again, which is all it takes to put them into HarfBuzz's table; a worker cannot compile such a module
 * when it runs.
 */

const I32 = 0x7f;
const F32 = 0x7d;

/** Of hb-draw.h: the functions, the data, the state, the coordinates, the user's data. Nothing is returned. */
const CALLBACKS = {
  moveTo: 2,
  lineTo: 2,
  quadraticTo: 4,
  cubicTo: 6,
  closePath: 0,
};

/** @returns {Uint8Array} the module, which imports from `outline` and exports the same names */
export function outlineCallbacksModule() {
  const names = Object.keys(CALLBACKS);
  const types = names.map((name) => {
    const parameters = [I32, I32, I32, ...new Array(CALLBACKS[name]).fill(F32), I32];
    return [0x60, parameters.length, ...parameters, 0];
  });
  const imports = names.map((name, i) => [...string("outline"), ...string(name), 0, i]);
  const exports = names.map((name, i) => [...string(name), 0, i]);
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return Uint8Array.from([...header, ...section(1, types), ...section(2, imports), ...section(7, exports)]);
}

const string = (text) => [text.length, ...Buffer.from(text, "ascii")];

/** Lengths below 128 and 16,384 are all that occur here. */
function section(id, entries) {
  const content = [entries.length, ...entries.flat()];
  return [id, (content.length & 0x7f) | 0x80, content.length >> 7, ...content];
}
