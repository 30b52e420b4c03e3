/** A page as it is sent. */
export interface KeptPage {
  body: ArrayBuffer;
  headers: [name: string, value: string][];
}

/** Where pages are kept by what they depend on. */
export interface PageStore {
  get(key: string): KeptPage | undefined | Promise<KeptPage | undefined>;
  set(key: string, page: KeptPage): void;
}

/** Beside the request at work, an isolate has 128 MB for everything. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Pages by key, bounded: those that were not asked for longest go first. */
export class KeptPages implements PageStore {
  readonly #pages = new Map<string, KeptPage>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): KeptPage | undefined {
    const page = this.#pages.get(key);
    if (page) {
      // A map keeps the order of insertion: the first one is the one that was used longest ago.
      this.#pages.delete(key);
      this.#pages.set(key, page);
    }
    return page;
  }

  set(key: string, page: KeptPage): void {
    this.#remove(key);
    if (page.body.byteLength > this.#maxBytes) return;
    this.#pages.set(key, page);
    this.#bytes += page.body.byteLength;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    this.#bytes -= this.#pages.get(key)?.body.byteLength ?? 0;
    this.#pages.delete(key);
  }
}
