/** Modules that `workers/speech/build/prepare.mjs` writes. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*/generated/espeak.js" {
  import type { EspeakModule } from "./engines/espeak/module";
  const init: (options: { print?(line: string): void; printErr?(line: string): void }) => Promise<EspeakModule>;
  export default init;
}
