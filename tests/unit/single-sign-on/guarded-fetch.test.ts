import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDnsOverHttps } from "../../../workers/adapters/dns/dns-over-https";
import { createGuardedFetch, type RefusalReason } from "../../../workers/adapters/guarded-fetch";

let base: string;
const seen: string[] = [];
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  "/plain": (_, response) => response.end("hello"),
  "/empty": (_, response) => response.writeHead(204).end(),
  "/redirect": (_, response) => response.writeHead(302, { location: "/plain" }).end(),
  "/big": (_, response) => response.end("x".repeat(5000)),
  "/silent": () => {},
  "/drip": (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(timer));
  },
  "/dns": (request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://x");
    const name = searchParams.get("name") ?? "";
    const type = searchParams.get("type");
    if (name === "broken.example") return response.end(JSON.stringify({ Status: 2 }));
    if (name === "nowhere.example") return response.end(JSON.stringify({ Status: 3 }));
    const records: Record<string, object[]> = {
      TXT: [
        { type: 5, data: "alias.example." },
        { type: 16, data: '"v=one" " and \\"two\\""' },
        { type: 16, data: "bare" },
      ],
      A: [{ type: 1, data: name === "rebound.example" ? "127.0.0.1" : "1.1.1.1" }],
      AAAA: [{ type: 28, data: "2606:4700::1111" }],
    };
    return response.end(JSON.stringify({ Status: 0, Answer: records[type ?? ""] }));
  },
};
const server = createServer((request, response) => {
  const path = new URL(request.url ?? "", "http://x").pathname;
  seen.push(path);
  answers[path]?.(request, response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const refused = (reason: RefusalReason) => expect.objectContaining({ name: "OutgoingRequestRefused", reason });

describe("a request to an address that somebody chose", () => {
  it.each([
    ["http://login.example.com/", "not_https"],
    ["file:///etc/passwd", "not_https"],
    ["https://127.0.0.1/", "private_address"],
    ["https://0x7f.1/", "private_address"],
    ["https://[::1]/", "private_address"],
    ["https://metadata.internal/", "private_address"],
    ["https://user:password@login.example.com/", "private_address"],
  ] as const)("is not made to %s", async (url, reason) => {
    const send = () => Promise.reject(new Error("was sent"));
    await expect(createGuardedFetch({ send })(url)).rejects.toEqual(refused(reason));
  });

  it("is not made to a public name with a private address", async () => {
    const { findAddresses } = createDnsOverHttps(`${base}/dns`);
    const send = async () => new Response("sent");
    const guarded = createGuardedFetch({ findAddresses, send });
    await expect(guarded("https://rebound.example/")).rejects.toEqual(refused("private_address"));
    expect(await (await guarded("https://login.example/")).text()).toBe("sent");
  });
});

describe("an answer", () => {
  const guarded = createGuardedFetch({ trusted: true, timeoutMs: 250, maxBytes: 1000 });

  it("is read whole, with its status", async () => {
    expect(await (await guarded(`${base}/plain`)).text()).toBe("hello");
    expect((await guarded(`${base}/empty`)).status).toBe(204);
  });

  it("that redirects is not followed", async () => {
    seen.length = 0;
    await expect(guarded(`${base}/redirect`)).rejects.toEqual(refused("redirected"));
    expect(seen).toEqual(["/redirect"]);
  });

  it.each([
    ["/big", "too_large"],
    ["/silent", "too_slow"],
    ["/drip", "too_slow"],
  ] as const)("of %s is given up as %s", async (path, reason) => {
    await expect(guarded(base + path)).rejects.toEqual(refused(reason));
  });

  it("that does not come is told", async () => {
    await expect(guarded("http://127.0.0.1:1/")).rejects.toEqual(refused("not_reached"));
  });
});

describe("looking up names over HTTPS", () => {
  it("joins the pieces of a text and leaves out aliases", async () => {
    expect(await createDnsOverHttps(`${base}/dns`).findTexts("a.example")).toEqual(['v=one and "two"', "bare"]);
  });
  it("finds nothing for a name that does not exist, and says when the resolver fails", async () => {
    const dns = createDnsOverHttps(`${base}/dns`);
    expect(await dns.findTexts("nowhere.example")).toEqual([]);
    await expect(dns.findTexts("broken.example")).rejects.toThrow("code 2");
  });
});
