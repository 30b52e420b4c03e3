/** Bytes of the MP3 decoder's WebAssembly module. */
export function extractMpg123(): Promise<Uint8Array<ArrayBuffer>>;
/** Writes `generated/mpg123.wasm` under the project's folder. */
export function prepareDecoders(root?: string): Promise<void>;
