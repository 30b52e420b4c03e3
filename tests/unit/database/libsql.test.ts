import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LibsqlClient } from "../../../db/libsql-client";
import { describeDatabaseContract } from "../../support/database-contract";
import { type LibsqlServer, startLibsqlServer } from "../../support/libsql-server";

let server: LibsqlServer;
beforeAll(async () => {
  server = await startLibsqlServer({ authToken: "secret" });
});
afterAll(() => server.close());

describeDatabaseContract("a libSQL server over HTTP", () => ({
  open: (integerMode) => new LibsqlClient({ url: server.url, authToken: "secret", integerMode }),
}));

it("is refused without the right token", async () => {
  await expect(new LibsqlClient({ url: server.url, authToken: "wrong" }).execute("SELECT 1")).rejects.toMatchObject({
    code: "AUTH_JWT_INVALID",
  });
});

it("reaches a server whose address names sockets by HTTP", async () => {
  const client = new LibsqlClient({ url: server.url.replace("http:", "ws:"), authToken: "secret" });
  expect((await client.execute("SELECT 1 AS one")).rows[0]!.one).toBe(1);
});

it("asks for all that is asked at once, however much: a request that waited for another would never be answered", async () => {
  const AT_ONCE = 60;
  const waiting: (() => void)[] = [];
  // Answers nobody before everybody has asked.
  const gate = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === AT_ONCE) for (const go of waiting) go();
    });
    const headers = { "content-type": "application/json", authorization: "Bearer secret" };
    const body = Buffer.concat(pieces);
    const answer = await fetch(server.url + request.url, { method: request.method, headers, body });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = gate.address() as AddressInfo;
    const client = new LibsqlClient({ url: `http://127.0.0.1:${port}`, authToken: "secret" });
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => client.execute(`SELECT ${i} AS n`)));
    expect(answers.map(({ rows }) => rows[0]!.n)).toEqual(Array.from({ length: AT_ONCE }, (_, i) => i));
  } finally {
    gate.close();
  }
});
