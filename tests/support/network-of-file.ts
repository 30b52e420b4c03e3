import { expect } from "vitest";

const networks = new Map<string, number>();

/** Headers that give the running test file a network address of its own: files share a runtime, and with it the limits of an address. */
export function networkOfFile(): Record<string, string> {
  const { testPath = "" } = expect.getState();
  const number = networks.get(testPath) ?? networks.size + 1;
  networks.set(testPath, number);
  return { "cf-connecting-ip": `198.18.0.${number}` };
}
