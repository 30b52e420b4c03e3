import { env, SELF } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RateRule } from "../../../../durable-objects/rate-limiter/protocol";
import { endpoints } from "../../../../workers/app/api/endpoint-table";
import { rateLimits } from "../../../../workers/app/api/rate-limits";
import { networkOfFile } from "../../../support/network-of-file";

/**
 * What strangers may have: public sounds, the visitor's try, what people need before they can sign in, and what the code of
 * a mailed link proves by itself (spec 000, section 7). Sockets check the caller themselves, since browsers cannot set headers on them.
 */
const PUBLIC = new Set([
  "get /v1/voices/:voice_id/preview",
  "post /v1/try-it/speech",
  "post /v1/user/pre-sign-up",
  "post /v1/user/send-verification-email",
  "post /v1/user/send-password-reset-email",
  "post /v1/user/opt-out-of-updates",
  "post /v1/user/opt-out-of-updates/one-click",
  "post /v1/user/action/check-reset-code",
  "post /v1/user/action/reset-password",
  "post /v1/user/action/verify-email",
  "post /v1/user/action/opt-out-of-updates",
  "post /v1/user/action/grant-support-access",
  "post /v1/google-ads-visit",
  "get /v1/workspace/find-sso-provider",
  "get /v1/workspace/identity-providers",
]);
const SOCKETS = new Set([
  "get /v1/realtime",
  "get /v1/text-to-speech/:voice_id/stream-input",
  "get /v1/text-to-speech/:voice_id/multi-stream-input",
]);

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const addressOf = (path: string) => `http://localhost${path.replace(/:\w+/g, "x")}`;

describe("the endpoint table", () => {
  it("has each operation once", () => {
    const names = endpoints.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
  });

  it("opens nothing to strangers but what is named here", () => {
    const open = endpoints.filter(({ auth }) => auth === "none").map(nameOf);
    expect(open.filter((name) => !PUBLIC.has(name) && !SOCKETS.has(name))).toEqual([]);
  });
});

describe("every endpoint refuses a stranger", () => {
  const closed = endpoints.filter((row) => !PUBLIC.has(nameOf(row)) && !SOCKETS.has(nameOf(row)));
  it.each(closed.map((row) => [nameOf(row), row] as const))("%s", async (_name, { method, path }) => {
    const headers = networkOfFile();
    const init = { method: method.toUpperCase(), headers, ...(method === "get" ? {} : { body: "{}" }) };
    const without = await SELF.fetch(addressOf(path), init);
    expect(without.status).toBe(401);
    expect(await without.json()).toMatchObject({ detail: { status: "needs_authorization" } });
    const wrong = await SELF.fetch(addressOf(path), { ...init, headers: { ...headers, "xi-api-key": "sk_wrong" } });
    // Guessing from one address is slowed down in the end.
    expect([401, 429]).toContain(wrong.status);
    const cookie = await SELF.fetch(addressOf(path), {
      ...init,
      headers: { ...headers, cookie: "__session=anything" },
    });
    expect(cookie.status).toBe(401);
    expect(env.APP_ENV).toBe("test");
  });
});

afterEach(() => vi.useRealTimers());

/** How often in its window. */
function limitOf(rule: RateRule): number {
  if (rule.kind !== "window") throw new Error("no window");
  return rule.limit;
}

it.each([
  ["xi-api-key", "sk_wrong", "198.18.78.1"],
  ["authorization", "Bearer sk_wrong", "198.18.78.2"],
  ["authorization", "Bearer a.b.c", "198.18.78.3"],
])(
  "a stranger who guesses by %s %s is told to wait after as many as the table says",
  async (header, value, address) => {
    const guess = (from: string) =>
      SELF.fetch("http://localhost/v1/user", { headers: { [header]: value, "cf-connecting-ip": from } });
    // Nothing is given back meanwhile.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const guesses = Array.from({ length: limitOf(rateLimits.invalid_key.rule) }, () => guess(address));
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]));
    const answer = await guess(address);
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({ detail: { status: "rate_limited" } });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect((await guess("198.18.78.9")).status).toBe(401);
  },
);
