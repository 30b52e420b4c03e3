/**
 * WebAssembly instances for what is in work, and idle ones for what comes next. An instance's memory never shrinks and is collected
 * late, so that a new one for each stream makes a busy worker's memory climb; and it begins with 16 MB, so that streams
 * which live long, as a socket's, share one.
 */
const MOST_IDLE = 4;

interface Shared<Exports extends object> {
  /** Users that are torn down never give it back: they take it along, if nobody else uses it. */
  exports: WeakRef<Exports>;
  /** The same while nobody uses it. */
  idle: Exports | null;
  users: number;
}

export class WasmPool<Exports extends object> {
  private readonly instances = new WeakMap<WebAssembly.Module, Shared<Exports>[]>();

  /** `capacity`: how many may use an instance at a time. Their calls do not wait in the middle, so they never meet. */
  constructor(
    private readonly instantiate: (module: WebAssembly.Module) => Exports,
    private readonly capacity = 1,
  ) {}

  /** The fullest instance with room, so that others empty and can be let go. */
  take(module: WebAssembly.Module): Exports {
    const alive = (this.instances.get(module) ?? []).filter((one) => one.exports.deref());
    this.instances.set(module, alive);
    const [fullest] = alive.filter((one) => one.users < this.capacity).sort((a, b) => b.users - a.users);
    const exports = fullest?.exports.deref() ?? this.instantiate(module);
    const shared = fullest ?? { exports: new WeakRef(exports), idle: null, users: 0 };
    if (!fullest) alive.push(shared);
    shared.idle = null;
    shared.users++;
    return exports;
  }

  /** Only after everything that this user allocated was freed. */
  give(module: WebAssembly.Module, exports: Exports): void {
    const all = this.instances.get(module) ?? [];
    const given = all.find((one) => one.exports.deref() === exports);
    if (!given) return;
    given.users--;
    if (given.users > 0) return;
    given.idle = exports;
    if (all.filter((one) => one.idle).length > MOST_IDLE) all.splice(all.indexOf(given), 1);
  }
}
