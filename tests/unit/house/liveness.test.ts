import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { watchLiveness } from "../../../workers/tooling/liveness.mjs";

const QUICK = { askEveryMs: 5, patienceMs: 40 };
const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** A server that answers as `isAwake` says, though badly, and whether it was taken to hang. */
async function watched(isAwake: (question: number) => boolean, patienceMs = QUICK.patienceMs) {
  let questions = 0;
  const server: Server = createServer((_request, response) => {
    if (isAwake(++questions)) response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const onHang = vi.fn();
  cleanUps.push(watchLiveness({ address: () => url, onHang, ...QUICK, patienceMs }), () => {
    server.closeAllConnections();
    server.close();
  });
  return { server, onHang, questions: () => questions };
}

test("a server that leaves three questions unanswered hangs", async () => {
  const { onHang } = await watched((question) => question <= 2);
  await vi.waitFor(() => expect(onHang).toHaveBeenCalled(), 5000);
});

test("one that answers now and then does not", async () => {
  let questions = 0;
  const onHang = vi.fn();
  const isUnanswered = async () => ++questions % 3 !== 0;
  cleanUps.push(watchLiveness({ address: () => "http://127.0.0.1:1", onHang, askEveryMs: 1, isUnanswered }));
  await vi.waitFor(() => expect(questions).toBeGreaterThan(8), 5000);
  expect(onHang).not.toHaveBeenCalled();
});

test("nor does one that answers badly", async () => {
  const { onHang, questions } = await watched(() => true, 30_000);
  await vi.waitFor(() => expect(questions()).toBeGreaterThan(8), 20_000);
  expect(onHang).not.toHaveBeenCalled();
});

test("one that has ended does not: it refuses connections", async () => {
  const { server, onHang } = await watched(() => true);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await new Promise((resolve) => setTimeout(resolve, 6 * (QUICK.askEveryMs + QUICK.patienceMs)));
  expect(onHang).not.toHaveBeenCalled();
});
