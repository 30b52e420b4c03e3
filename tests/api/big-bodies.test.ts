import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { sharedProduct } from "../support/product";

const { url, apiKey, voiceId } = sharedProduct();
const { hostname, port } = new URL(url);
const TEN_MB = 10_000_000;

interface Upload {
  path?: string;
  key?: string;
  bytes: number;
  chunked?: boolean;
}

/** Sends all of a request before it reads anything, as simple clients do, and answers what it then reads. */
async function sendThenRead({ path = `/v1/text-to-speech/${voiceId}`, key = apiKey, bytes, chunked = false }: Upload) {
  const socket = connect(Number(port), hostname);
  // Nothing is read before the first listener for data is there.
  const ended = new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => resolve());
  });
  ended.catch(() => undefined);
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `xi-api-key: ${key}`,
    "content-type: application/json",
    chunked ? "transfer-encoding: chunked" : `content-length: ${bytes}`,
    "connection: close",
  ];
  await write(socket, `${head.join("\r\n")}\r\n\r\n`);
  const piece = "x".repeat(100_000);
  for (let sent = 0; sent < bytes; sent += piece.length)
    await write(socket, chunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece);
  if (chunked) await write(socket, "0\r\n\r\n");
  let answer = "";
  const whole = new Promise<void>((resolve) => {
    socket.setEncoding("utf8").on("data", (text: string) => {
      answer += text;
      if (isWhole(answer)) resolve();
    });
  });
  await Promise.race([whole, ended]);
  socket.destroy();
  return { status: Number(answer.split(" ")[1]), answer };
}

/** The server may keep the connection open for a while longer. */
function isWhole(answer: string): boolean {
  const [head, ...body] = answer.split("\r\n\r\n");
  const length = /^content-length: (\d+)$/im.exec(head!)?.[1];
  return length !== undefined && body.join("\r\n\r\n").length >= Number(length);
}

/** Waits until the system took it: a broken connection is seen here. */
function write(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error?: Error | null) => (error ? reject(error) : resolve());
    if (socket.destroyed) failed(new Error("the connection broke before everything was sent"));
    else socket.write(text, failed);
  });
}

describe("a client that sends all of a big body before it reads", () => {
  it.each([
    ["of a declared length", {}],
    ["in chunks", { chunked: true }],
  ])("is told that it is too large: %s", async (_how, options) => {
    const { status, answer } = await sendThenRead({ bytes: TEN_MB, ...options });
    expect(status).toBe(413);
    expect(answer).toContain('"status":"request_too_large"');
  });

  it("is told everything else that keeps its body from being read", async () => {
    expect((await sendThenRead({ bytes: TEN_MB, key: "sk_wrong" })).status).toBe(401);
    expect((await sendThenRead({ bytes: TEN_MB, path: "/v1/nothing-here" })).status).toBe(404);
  });

  it("may send far too much, which is read no more", async () => {
    const started = Date.now();
    await sendThenRead({ bytes: 200_000_000 }).catch((error: Error) => error);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(Date.now() - started).toBeLessThan(30_000);
  });
});
