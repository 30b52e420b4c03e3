/**
 * WebAssembly instances for what is in work, and idle ones for what comes next. An instance's memory never shrinks and is collected
 * late, so that a new one for each stream makes a busy worker's memory climb; and it begins with 16 MB, so that streams
 * which live long, as a socket's, share one.
 */
const MOST_IDLE = 4;

interface Shared<Exports> {
  exports: Exports;
  users: number;
}

export class WasmPool<Exports> {
  private readonly instances = new WeakMap<WebAssembly.Module, Shared<Exports>[]>();

  /** `capacity`: how many may use an instance at a time. Their calls do not wait in the middle, so they never meet. */
  constructor(
    private readonly instantiate: (module: WebAssembly.Module) => Exports,
    private readonly capacity = 1,
  ) {}

  /** The fullest instance with room: the others empty, and are let go. */
  take(module: WebAssembly.Module): Exports {
    const all = this.instances.get(module) ?? [];
    this.instances.set(module, all);
    let found: Shared<Exports> | undefined;
    for (const one of all) if (one.users < this.capacity && one.users >= (found?.users ?? 0)) found = one;
    if (!found) {
      found = { exports: this.instantiate(module), users: 0 };
      all.push(found);
    }
    found.users++;
    return found.exports;
  }

  /** Only after everything that this user allocated was freed. */
  give(module: WebAssembly.Module, exports: Exports): void {
    const all = this.instances.get(module) ?? [];
    const given = all.find((one) => one.exports === exports);
    if (!given) return;
    given.users--;
    const idle = all.filter((one) => one.users === 0);
    if (idle.length > MOST_IDLE) all.splice(all.indexOf(given), 1);
  }
}
