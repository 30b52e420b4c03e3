/** A libSQL server for tests: the native engine behind the protocol that `@libsql/client/web` speaks. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { openLibsqlEngine } from "./libsql-engine";

export interface LibsqlServer {
  url: string;
  close(): Promise<void>;
}

/** Starts a server on a free loopback port over a database in memory. */
export async function startLibsqlServer(options: { authToken?: string } = {}): Promise<LibsqlServer> {
  const engine = openLibsqlEngine(":memory:");
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (options.authToken !== undefined && request.headers.authorization !== `Bearer ${options.authToken}`) {
      return answer(401, { message: "Unauthorized", code: "AUTH_JWT_INVALID" });
    }
    if (request.method !== "POST" || request.url !== "/v2/pipeline") return answer(404, { message: "Not found" });
    const { status, body } = engine.answer(JSON.parse(await readText(request)));
    answer(status, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      engine.close();
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
