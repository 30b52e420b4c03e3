import { once } from "node:events";
import { beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { freePort, type Starter } from "../../../workers/tooling/product.mjs";
import { Visitor } from "../../support/visitor";
import { newState, noted, starterOf } from "./own-products";

const SESSION_SECRET = "0123456789abcdef0123456789abcdef";

let starter: Starter;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  starter = await starterOf({
    port,
    state: newState(),
    environment: { APP_ENV: "production", SESSION_SECRET, PUBLIC_URL: url },
  });
  await starter.ready();
});

describe("an installation in production", () => {
  it("serves its pages and its API", async () => {
    for (const path of ["/", "/text-to-speech", "/app/sign-up", "/docs/api", "/openapi.json", "/readyz"])
      expect({ path, status: (await fetch(starter.url + path)).status }).toEqual({ path, status: 200 });
    expect((await fetch(`${starter.url}/v1/user`)).status).toBe(401);
    expect(noted(starter.state).workerd.length).toBeGreaterThanOrEqual(3);
  });

  it("has no demo workspace and tells no key", () => {
    expect(starter.output()).toContain(`Parlando is ready at ${url}`);
    expect(starter.output()).not.toMatch(/sk_|Sign in with|mailbox/);
  });

  it("has nothing that is for development", async () => {
    for (const path of [
      "/dev/mailbox",
      "/dev/sms",
      "/dev/ui",
      "/dev/empty",
      "/dev/measure/database",
      "/cdn-cgi/handler/scheduled",
    ])
      expect({ path, status: (await fetch(starter.url + path)).status }).toEqual({ path, status: 404 });
    const origin = url;
    for (const path of ["/dev/seed", "/dev/measure/engine"]) {
      const response = await fetch(starter.url + path, { method: "POST", body: "{}", headers: { origin } });
      expect([404, 405]).toContain(response.status);
    }
  });

  it("sends browsers to TLS from then on, whatever it answers", async () => {
    for (const path of ["/", "/v1/user", "/nothing-here", "/favicon.svg", "/healthz"]) {
      const { headers } = await fetch(starter.url + path);
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
    }
  });

  it("sends its cookies over TLS only", async () => {
    const { headers } = await new Visitor(starter.url).get("/app/sign-in");
    const cookies = headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toContain("; Secure");
  });

  // The tests reach it by number, its people by PUBLIC_URL: as behind a proxy that passes another host on.
  it("takes the forms of its own people, and says which setting mail needs", async () => {
    const visitor = new Visitor(starter.url);
    const page = await visitor.get("/app/sign-up");
    const csrf = /name="csrf" value="([0-9a-f]+)"/.exec(page.html)?.[1] ?? "";
    const answer = await visitor.post(
      "/app/sign-up",
      { csrf, email: "somebody@example.com", password: "Correct horse 7!" },
      { origin: url },
    );
    expect(answer.html).toContain("SMTP_URL is not set");
  });

  it("refuses forms of other sites", async () => {
    const answer = await new Visitor(starter.url).post("/app/sign-up", {}, { origin: "https://elsewhere.example" });
    expect(answer.status).toBe(403);
  });

  it("takes sockets of its own pages", async () => {
    const socket = new WebSocket(
      `${starter.url.replace("http", "ws")}/v1/text-to-speech/any/stream-input?authorization=none`,
      { origin: url },
    );
    const [message] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(message.toString())).toMatchObject({ error: "invalid_api_key" });
    socket.terminate();
  });

  it("does not start without its secret", async () => {
    const refused = await starterOf({ state: newState(), environment: { APP_ENV: "production" } });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain("- SESSION_SECRET: required in production");
    expect(refused.workerds()).toEqual([]);
  });
});
