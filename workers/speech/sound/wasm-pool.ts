/**
 * Idle WebAssembly instances for the next stream. An instance's memory never shrinks and is collected late, so that a new one for
 * each stream makes a busy worker's memory climb.
 */
const MOST_IDLE = 4;

export class WasmPool<Exports> {
  private readonly idle = new WeakMap<WebAssembly.Module, Exports[]>();

  constructor(private readonly instantiate: (module: WebAssembly.Module) => Exports) {}

  take(module: WebAssembly.Module): Exports {
    return this.idle.get(module)?.pop() ?? this.instantiate(module);
  }

  /** Only after everything allocated in it was freed; an instance that threw is dropped instead. */
  give(module: WebAssembly.Module, exports: Exports): void {
    const waiting = this.idle.get(module) ?? [];
    if (waiting.length < MOST_IDLE) waiting.push(exports);
    this.idle.set(module, waiting);
  }
}
