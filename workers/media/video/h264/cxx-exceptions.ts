/**
 * C++ exceptions of a program that Emscripten 1.39 compiled: libmp4v2 throws one to learn that a track does not exist yet.
 * Guarded calls go through `guard`; the rest are the imports by which such a program throws, looks for and ends a catch.
 */

/** Crosses the program's frames in the place of a C++ exception. */
class Thrown extends Error {}

interface ExceptionExports {
  stackSave(): number;
  stackRestore(at: number): void;
  setThrew(threw: number, value: number): void;
  malloc(bytes: number): number;
  __cxa_can_catch(wanted: number, thrown: number, pointerAt: number): number;
}

export class CxxExceptions {
  readonly imports: Record<string, (...args: number[]) => number>;
  readonly #exports: () => ExceptionExports;

  /** @param carry keeps a value that the program asks for next by `getTempRet0` */
  constructor(exports: () => ExceptionExports, view: () => DataView, carry: (value: number) => void) {
    this.#exports = exports;
    const types = new Map<number, number>();
    const caught: number[] = [];
    let last = 0;
    let pointerAt = 0;
    const raise = (exception: number): number => {
      last = exception;
      throw new Thrown("a C++ exception");
    };
    /** The first of the wanted types that can take what was thrown; without one the program goes on to throw it. */
    const find = (...wanted: number[]) => {
      const type = types.get(last) ?? 0;
      pointerAt ||= exports().malloc(4);
      view().setUint32(pointerAt, last, true);
      const match = wanted.find((one) => exports().__cxa_can_catch(one, type, pointerAt));
      carry(match ?? type);
      return view().getUint32(pointerAt, true);
    };
    this.imports = {
      __cxa_allocate_exception: (bytes) => exports().malloc(bytes!),
      // An instance makes one video: what little was thrown goes with it.
      __cxa_free_exception: () => 0,
      __cxa_throw(exception, type) {
        types.set(exception!, type!);
        return raise(exception!);
      },
      __cxa_rethrow: () => raise(caught.pop() ?? last),
      __resumeException: (exception) => raise(exception!),
      __cxa_begin_catch(exception) {
        caught.push(exception!);
        return exception!;
      },
      __cxa_end_catch() {
        exports().setThrew(0, 0);
        caught.pop();
        return 0;
      },
      __cxa_get_exception_ptr: (exception) => exception!,
      __cxa_uncaught_exceptions: () => 0,
      llvm_eh_typeid_for: (type) => type!,
    };
    for (const count of [2, 3, 4, 5]) this.imports[`__cxa_find_matching_catch_${count}`] = find;
  }

  /** Makes a call whose C++ exceptions the program itself looks for afterwards. */
  guard(call: () => number): number {
    const { stackSave, stackRestore, setThrew } = this.#exports();
    const stack = stackSave();
    try {
      return call();
    } catch (error) {
      if (!(error instanceof Thrown)) throw error;
      stackRestore(stack);
      setThrew(1, 0);
      return 0;
    }
  }
}
