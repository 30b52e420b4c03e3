import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaptcha } from "../../../workers/adapters/captcha/captcha";
import { CAPTCHA_VALID_SECONDS, createEmbeddedCaptcha } from "../../../workers/adapters/captcha/embedded";
import { createTurnstile } from "../../../workers/adapters/captcha/turnstile";
import { checkVariables } from "../../../workers/app/env";

const CLIENT = { address: "192.0.2.7" };

describe("the embedded captcha", () => {
  function open(secret = "a secret") {
    const spent = new Set<string>();
    const clock = { nowMs: Date.now() };
    const captcha = createEmbeddedCaptcha({
      secret: async () => secret,
      spend: async (id) => !spent.has(id) && Boolean(spent.add(id)),
      nowMs: () => clock.nowMs,
    });
    return { captcha, clock };
  }
  const answerTo = async (challenge: unknown) => {
    const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
    return { challenge, solution };
  };
  const text = (answer: unknown) => btoa(JSON.stringify(answer));

  it("takes a right answer, once", async () => {
    const { captcha } = open();
    const answer = text(await answerTo(await captcha.challenge()));
    expect(await captcha.verify(answer, CLIENT)).toBe(true);
    expect(await captcha.verify(answer, CLIENT)).toBe(false);
  });

  it("takes one of two that come at the same moment", async () => {
    const { captcha } = open();
    const answer = text(await answerTo(await captcha.challenge()));
    const taken = await Promise.all([captcha.verify(answer, CLIENT), captcha.verify(answer, CLIENT)]);
    expect(taken.sort()).toEqual([false, true]);
  });

  it("takes none that is too old", async () => {
    const { captcha, clock } = open();
    const answer = text(await answerTo(await captcha.challenge()));
    clock.nowMs += CAPTCHA_VALID_SECONDS * 1000;
    expect(await captcha.verify(answer, CLIENT)).toBe(false);
  });

  it("takes none to a puzzle of somebody else, made easier, made to last, or solved wrongly", async () => {
    const { captcha } = open();
    const foreign = await answerTo(await open("another secret").captcha.challenge());
    const { challenge, solution } = await answerTo(await captcha.challenge());
    const changed = (parameters: object) => ({
      challenge: { ...(challenge as Challenge), parameters: { ...(challenge as Challenge).parameters, ...parameters } },
      solution,
    });
    const wrong = [
      foreign,
      changed({ cost: 1 }),
      changed({ expiresAt: 9_999_999_999 }),
      changed({ keyPrefix: "00" }),
      changed({ keySignature: undefined, keyPrefix: "00" }),
      { challenge, solution: { counter: 1, derivedKey: "00".repeat(32) } },
      { challenge, solution: null },
      { challenge: null, solution },
      {},
    ];
    for (const answer of wrong) expect(await captcha.verify(text(answer), CLIENT)).toBe(false);
    for (const garbage of ["", "solved", "%%%", btoa("{"), "A".repeat(5000)])
      expect(await captcha.verify(garbage, CLIENT)).toBe(false);
    expect(await captcha.verify(text({ challenge, solution }), CLIENT)).toBe(true);
  });
});

describe("Turnstile", () => {
  const asked: { path: string; fields: Record<string, string> }[] = [];
  const used = new Set<string>();
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const fields = Object.fromEntries(new URLSearchParams(body));
      asked.push({ path: request.url ?? "", fields });
      response.setHeader("content-type", "application/json").end(JSON.stringify(judge(fields)));
    });
  });
  /** As the service does: a token is good once. */
  function judge({ secret, response: token = "" }: Record<string, string>) {
    if (secret !== "secret-key") return { success: false, "error-codes": ["invalid-input-secret"] };
    if (token !== "good" || used.has(token)) return { success: false, "error-codes": ["timeout-or-duplicate"] };
    used.add(token);
    return { success: true, "error-codes": [] };
  }
  let verifyUrl: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/turnstile/v0/siteverify`;
  });
  afterAll(() => void server.close());

  it("is asked about each token, with the visitor's address, and believed", async () => {
    const captcha = createCaptcha(
      { TURNSTILE_SECRET_KEY: "secret-key", TURNSTILE_VERIFY_URL: verifyUrl },
      { secret: async () => "", spend: async () => false, nowMs: Date.now },
    );
    expect(captcha.kind).toBe("turnstile");
    expect(await captcha.challenge()).toBeNull();
    expect(await captcha.verify("good", CLIENT)).toBe(true);
    expect(await captcha.verify("good", CLIENT)).toBe(false);
    expect(await captcha.verify("bad", CLIENT)).toBe(false);
    expect(asked[0]).toEqual({
      path: "/turnstile/v0/siteverify",
      fields: { secret: "secret-key", response: "good", remoteip: "192.0.2.7" },
    });
  });

  it("is not asked about what is no token", async () => {
    const before = asked.length;
    const captcha = createTurnstile({ secretKey: "secret-key", verifyUrl });
    expect(await captcha.verify("", CLIENT)).toBe(false);
    expect(await captcha.verify("x".repeat(2049), CLIENT)).toBe(false);
    expect(asked).toHaveLength(before);
  });

  it("that cannot be asked, or does not know our key, lets nobody pass and names the setting", async () => {
    const broken = [
      createTurnstile({ secretKey: "another key", verifyUrl }),
      createTurnstile({ secretKey: "secret-key", verifyUrl: "http://127.0.0.1:9/" }),
      createTurnstile({
        secretKey: "secret-key",
        verifyUrl,
        send: async () => new Response("<html>", { status: 502 }),
      }),
    ];
    for (const captcha of broken) {
      await expect(captcha.verify("good", CLIENT)).rejects.toMatchObject({
        code: "engine_not_configured",
        status: 503,
        userMessage: expect.stringContaining("TURNSTILE_SECRET_KEY"),
      });
    }
  });
});

it.each([
  [{ TURNSTILE_SITE_KEY: "site" }, "TURNSTILE_SECRET_KEY"],
  [{ TURNSTILE_SECRET_KEY: "secret" }, "TURNSTILE_SITE_KEY"],
])("Turnstile with one key of two is a mistake that names the other: %j", (env, missing) => {
  const checked = checkVariables({ APP_ENV: "test", ...env });
  expect(checked).toMatchObject({ ok: false, problems: [expect.stringContaining(missing)] });
});
