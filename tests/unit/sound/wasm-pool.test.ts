import { expect, test } from "vitest";
import { WasmPool } from "../../../workers/speech/sound/wasm-pool";

// The pool asks nothing of it.
const module = {} as WebAssembly.Module;

function pool(capacity?: number) {
  const made: number[] = [];
  const instances = new WasmPool(() => {
    made.push(made.length);
    return { number: made.length - 1 };
  }, capacity);
  return { instances, made };
}

test("an instance is used by one at a time, and again by the next", () => {
  const { instances, made } = pool();
  const first = instances.take(module);
  expect(instances.take(module)).not.toBe(first);
  instances.give(module, first);
  expect(instances.take(module)).toBe(first);
  expect(made).toHaveLength(2);
});

test("an instance with room is shared, the fullest first, and one that is full is not", () => {
  const { instances, made } = pool(2);
  const [a, b, c] = [instances.take(module), instances.take(module), instances.take(module)];
  expect(b).toBe(a);
  expect(c).not.toBe(a);
  instances.give(module, a);
  instances.give(module, c);
  expect(instances.take(module)).toBe(a);
  expect(made).toHaveLength(2);
});

test("of the instances that nobody uses a few are kept", () => {
  const { instances, made } = pool();
  const all = Array.from({ length: 10 }, () => instances.take(module));
  for (const one of all) instances.give(module, one);
  const again = Array.from({ length: 10 }, () => instances.take(module));
  expect(again.filter((one) => all.includes(one))).toHaveLength(4);
  expect(made).toHaveLength(16);
});
