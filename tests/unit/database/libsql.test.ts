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
