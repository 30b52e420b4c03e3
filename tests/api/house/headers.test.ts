import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sharedProduct } from "../../support/product";
import { Visitor } from "../../support/visitor";

const product = sharedProduct();
const { url, apiKey, voiceId, email, password } = product;
const key = { "xi-api-key": apiKey };

/** By their own names, in the order of the table below. */
interface Asked {
  path: string;
  init?: RequestInit;
  status: number;
}

const speech = { method: "POST", headers: { ...key, "content-type": "application/json" } };
const answers: Record<string, Asked> = {
  "a public page": { path: "/", status: 200 },
  "a form": { path: "/app/sign-in", status: 200 },
  "a page that is not there": { path: "/nothing-here", status: 404 },
  "a redirect": { path: "/app/home", init: { redirect: "manual" }, status: 302 },
  "a form from another site": {
    path: "/app/sign-in",
    init: { method: "POST", headers: { origin: "https://elsewhere.example" }, body: new URLSearchParams({ a: "b" }) },
    status: 403,
  },
  "a method that a page does not take": {
    path: "/text-to-speech",
    init: { method: "DELETE", headers: { origin: url } },
    status: 405,
  },
  "JSON of the API": { path: "/v1/user", init: { headers: key }, status: 200 },
  "a refusal of the API": { path: "/v1/user", status: 401 },
  "an endpoint that is not there": { path: "/v1/nothing-here", status: 404 },
  "a method that an endpoint does not take": { path: "/v1/models", init: { method: "DELETE" }, status: 405 },
  "malformed JSON": {
    path: `/v1/text-to-speech/${voiceId}`,
    init: { ...speech, body: "{" },
    status: 422,
  },
  speech: {
    path: `/v1/text-to-speech/${voiceId}`,
    init: { ...speech, body: JSON.stringify({ text: "Headers." }) },
    status: 200,
  },
  "streamed speech": {
    path: `/v1/text-to-speech/${voiceId}/stream`,
    init: { ...speech, body: JSON.stringify({ text: "More headers." }) },
    status: 200,
  },
  "a preflight": {
    path: "/v1/user",
    init: {
      method: "OPTIONS",
      headers: { origin: "https://app.example", "access-control-request-method": "GET" },
    },
    status: 204,
  },
  "the description of the API": { path: "/openapi.json", status: 200 },
  "a health check": { path: "/healthz", status: 200 },
  "a failure nobody expected": { path: "/dev/measure/engine", init: { method: "POST", body: "{" }, status: 500 },
  "a file of the site": { path: "/favicon.svg", status: 200 },
};

const ask = ({ path, init }: Asked) => fetch(url + path, init);

describe("every answer", () => {
  it.each(Object.entries(answers))("carries the security headers: %s", async (_name, asked) => {
    const response = await ask(asked);
    await response.arrayBuffer();
    expect(response.status).toBe(asked.status);
    const header = (name: string) => response.headers.get(name);
    expect(header("x-content-type-options")).toBe("nosniff");
    expect(header("x-frame-options")).toBe("DENY");
    expect(header("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(header("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(header("permissions-policy")).toContain("microphone=(self)");
    expect(header("cross-origin-opener-policy")).toBe("same-origin");
    // Nobody should be sent to TLS where there is none.
    expect(header("strict-transport-security")).toBeNull();
    if (asked.path !== "/favicon.svg") expect(header("request-id")).toMatch(/^req_[0-9a-z]{26}$/);
  });

  it("of the worker has a request id of its own", async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await fetch(`${url}/healthz`)).headers.get("request-id")));
    expect(new Set(ids).size).toBe(3);
  });

  it("that failed tells no more than its request id", async () => {
    const response = await ask(answers["a failure nobody expected"]!);
    expect(await response.json()).toEqual({
      detail: {
        status: "internal_error",
        message: "Something went wrong, please try again later.",
        request_id: response.headers.get("request-id"),
      },
    });
  });
});

describe("pages", () => {
  const PAGES = ["/app/sign-in", "/app/sign-up", "/nothing-here"];

  it.each(["/", "/text-to-speech", "/text-to-speech?language=de", "/docs/api"])(
    "of the public site run no inline script but the ones named by their hash: %s",
    async (path) => {
      const { html, headers } = await new Visitor(url).get(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      const sources = /script-src ([^;]*)/.exec(policy)![1]!.split(" ");
      const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
      const inline = scripts.filter(([, attributes]) => !/\b(src|type="application\/json")/.test(attributes!));
      expect(inline.length).toBeGreaterThan(0);
      const hashes = inline.map(([, , code]) => `'sha256-${createHash("sha256").update(code!).digest("base64")}'`);
      expect(sources.sort()).toEqual(["'self'", ...new Set(hashes)].sort());
      expect(html).not.toContain("nonce=");
      expect(html.replace(/<script\b[\s\S]*?<\/script>/g, "")).not.toMatch(/<[^>]*\son[a-z]+="|href="javascript:/);
    },
  );

  it.each([...PAGES, "/app/home", "/app/usage", "/app/settings/api-keys", "/app/speech-synthesis/text-to-speech"])(
    "run no script without their nonce: %s",
    async (path) => {
      const visitor = new Visitor(url);
      if (path.startsWith("/app/") && !PAGES.includes(path)) await visitor.submit("/app/sign-in", { email, password });
      const { html, headers } = await visitor.get(path);
      const policy = headers.get("content-security-policy") ?? "";
      const scripts = /script-src ([^;]*)/.exec(policy)![1]!;
      const nonce = /'nonce-([^']+)'/.exec(scripts)![1]!;
      expect(scripts).not.toContain("unsafe");
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      const tags = html.match(/<script\b[^>]*>/g) ?? [];
      expect(tags.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
      expect(html.replace(/<script\b[\s\S]*?<\/script>/g, "")).not.toMatch(/<[^>]*\son[a-z]+="|href="javascript:/);
    },
  );

  it("are not kept by anybody between once a person is signed in", async () => {
    const visitor = new Visitor(url);
    await visitor.submit("/app/sign-in", { email, password });
    for (const path of ["/app/home", "/app/settings/api-keys", "/docs/api"])
      expect((await visitor.get(path)).headers.get("cache-control")).toMatch(/no-store|private/);
  });

  it("load files that any cache may keep for good, since their names change with their content", async () => {
    const html = await (await fetch(`${url}/`)).text();
    const files = [...new Set(html.match(/\/assets\/[\w.-]+/g))];
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const response = await fetch(url + file);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-type")).toMatch(/^(text\/css|text\/javascript|font\/woff2)/);
      await response.arrayBuffer();
    }
    const gone = await fetch(`${url}/assets/nothing-here.js`);
    expect(gone.status).toBe(404);
    expect(gone.headers.get("cache-control") ?? "").not.toContain("immutable");
    await gone.arrayBuffer();
  });

  it("keep their cookies from scripts and from other sites", async () => {
    const visitor = new Visitor(url);
    const { headers } = await visitor.submit("/app/sign-in", { email, password });
    const cookies = headers.getSetCookie();
    expect(cookies.some((cookie) => cookie.startsWith("xi_website_session="))).toBe(true);
    for (const cookie of cookies) {
      expect(cookie).toContain("; HttpOnly");
      expect(cookie).toContain("; SameSite=Strict");
      expect(cookie).toContain("; Path=/");
    }
  });
});

describe("scripts of other origins", () => {
  const origin = "https://app.example";

  it("may call the API with a key of their own", async () => {
    const preflight = await fetch(`${url}/v1/text-to-speech/${voiceId}`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,xi-api-key,x-fern-sdk-version",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("content-type,xi-api-key,x-fern-sdk-version");
    const exposed = [
      ...["request-id", "history-item-id", "character-cost", "current-concurrent-requests"],
      ...["maximum-concurrent-requests", "tts-latency-ms"],
    ];
    for (const asked of [answers["JSON of the API"]!, answers["a refusal of the API"]!, answers.speech!]) {
      const response = await ask({ ...asked, init: { ...asked.init, headers: { ...asked.init?.headers, origin } } });
      await response.arrayBuffer();
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      for (const name of exposed) expect(response.headers.get("access-control-expose-headers")).toContain(name);
    }
  });

  it("may never send cookies along, nor read pages", async () => {
    for (const asked of Object.values(answers)) {
      const response = await ask({ ...asked, init: { ...asked.init, headers: { ...asked.init?.headers, origin } } });
      await response.arrayBuffer();
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
      if (!/^\/(v1|openapi)/.test(asked.path)) expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});
