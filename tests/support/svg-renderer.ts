/** The renderer of SVG, which a process can start only once, for tests in Node. */
import { readFile } from "node:fs/promises";
import { initWasm } from "@resvg/resvg-wasm";

let started: Promise<void> | undefined;

/** Resolves when `Resvg` may be used. */
export function startSvgRenderer(): Promise<void> {
  started ??= readFile(new URL("../../node_modules/@resvg/resvg-wasm/index_bg.wasm", import.meta.url)).then((bytes) =>
    initWasm(new WebAssembly.Module(new Uint8Array(bytes))),
  );
  return started;
}
