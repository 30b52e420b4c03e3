/** A resolver for DNS over HTTPS in this process, with the TXT records that a test adds. Every name has a public address. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface DomainRecordsServer {
  url: string;
  /** Texts by name. */
  texts: Map<string, string[]>;
  close(): Promise<void>;
}

export async function startDomainRecordsServer(): Promise<DomainRecordsServer> {
  const texts: DomainRecordsServer["texts"] = new Map();
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://x");
    const found = searchParams.get("type") === "TXT" ? texts.get(searchParams.get("name") ?? "") : undefined;
    const answer = found
      ? { Status: 0, Answer: found.map((text) => ({ type: 16, data: JSON.stringify(text) })) }
      : { Status: 3 };
    response.writeHead(200, { "content-type": "application/dns-json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns-query`,
    texts,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
