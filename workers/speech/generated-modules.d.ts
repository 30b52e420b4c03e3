/** Modules that `workers/speech/build/prepare.mjs` writes. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*/generated/espeak.js" {
  const init: import("./engines/espeak/module").EspeakGlue;
  export default init;
}
