import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { newNetwork } from "../../support/new-network";
import { type OwnWorkspace, ownWorkspace } from "../../support/own-workspace";
import { sharedProduct } from "../../support/product";
import { newestLinkFor, textOf, Visitor } from "../../support/visitor";

const { url, voiceId } = sharedProduct();
const PASSWORD = "Correct horse 7!";
let people = 0;
const newEmail = () => `calls-${process.pid}-${Date.now()}-${++people}@example.com`;

async function post(path: string, body: unknown, network = newNetwork()) {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", "cf-connecting-ip": network },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}
const OK = { status: 200, json: { status: "ok" } };

async function mailTextOf(email: string): Promise<string> {
  return textOf((await new Visitor(url).get(`/dev/mailbox?${new URLSearchParams({ to: email })}`)).html);
}

async function captchaAnswer(): Promise<string> {
  const challenge = (await (await fetch(`${url}/app/captcha`)).json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}

describe("calls that carry no token", () => {
  it("say before a sign-up what a visitor came with; beyond a few, with an answer to the captcha", async () => {
    const network = newNetwork();
    const body = () => ({ email: newEmail(), account_metadata: { agrees_to_product_updates: true }, pid: "partner" });
    for (let i = 0; i < 3; i++) expect(await post("/v1/user/pre-sign-up", body(), network)).toEqual(OK);
    const refused = await post("/v1/user/pre-sign-up", body(), network);
    expect(refused).toMatchObject({ status: 400, json: { detail: { status: "invalid_request", param: "captcha" } } });
    const answer = await captchaAnswer();
    const answered = { ...body(), recaptcha_token: answer };
    expect(await post("/v1/user/pre-sign-up", answered, network)).toEqual(OK);
    const again = await post("/v1/user/pre-sign-up", answered, network);
    expect(again).toMatchObject({ status: 400, json: { detail: { param: "captcha" } } });
  });

  it("mail links that lead to a page of ours and nowhere else", async () => {
    const email = newEmail();
    await new Visitor(url).submit("/app/sign-up", { email, password: PASSWORD });
    for (const [path, mode] of [
      ["/v1/user/send-verification-email", "verifyEmail"],
      ["/v1/user/send-password-reset-email", "resetPassword"],
    ] as const) {
      for (const [wanted, reached] of [
        ["/app/usage", "/app/usage"],
        ["https://evil.example/app/usage", "/app/sign-in"],
      ]) {
        expect(await post(path, { email, continue_url: wanted })).toEqual(OK);
        await expect
          .poll(async () => {
            const link = await newestLinkFor(new Visitor(url), email, mode);
            return new URL(link ?? "/", url).searchParams.get("continueUrl");
          })
          .toBe(reached);
      }
    }
    // The same answer for an address without an account.
    expect(await post("/v1/user/send-verification-email", { email: newEmail() })).toEqual(OK);
    expect(await post("/v1/user/send-password-reset-email", { email: newEmail() })).toEqual(OK);
  });

  it("end product updates by the key of a mail, also by a mail program's own form", async () => {
    for (const oneClick of [false, true]) {
      const email = newEmail();
      const visitor = new Visitor(url);
      await visitor.submit("/app/sign-up", { email, password: PASSWORD, product_updates: "yes" });
      await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
      await expect.poll(() => mailTextOf(email)).toContain("First steps");
      const link = (await newestLinkFor(visitor, email, "optOutOfUpdates"))!;
      const key = new URL(link, url).searchParams.get("oobCode")!;
      if (oneClick) {
        const response = await fetch(`${url}/v1/user/opt-out-of-updates/one-click?opt_out_updates_key=${key}`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: "List-Unsubscribe=One-Click",
        });
        expect(response.status).toBe(200);
      } else expect(await post("/v1/user/opt-out-of-updates", { opt_out_updates_key: key })).toEqual(OK);
      await visitor.submit("/app/sign-in", { email, password: PASSWORD });
      const { html } = await visitor.get("/app/settings/notifications");
      expect(/<input[^>]*name="product_updates"[^>]*>/.exec(html)?.[0]).not.toContain("checked");
    }
    const refused = await post("/v1/user/opt-out-of-updates", { opt_out_updates_key: "unknown" });
    expect(refused).toMatchObject({ status: 400, json: { detail: { status: "invalid_action_code" } } });
  });
});

describe("a person's own calls", () => {
  let own: OwnWorkspace;
  beforeAll(async () => {
    own = await ownWorkspace();
  });
  const call = async (path: string, body?: unknown, method?: string) => {
    const response = await own.call(path, { ...(body === undefined ? {} : { body }), ...(method ? { method } : {}) });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };

  it("change names and language, whole or not at all", async () => {
    expect(await call("/v1/user/edit", { first_name: "Grace", public_user_name: "Hopper", locale: "de" })).toEqual(OK);
    expect((await call("/v1/user")).json).toMatchObject({ first_name: "Grace" });
    const refused = await call("/v1/user/edit", { first_name: "Other", locale: "tlh" });
    expect(refused).toMatchObject({ status: 400, json: { detail: { param: "locale" } } });
    expect((await call("/v1/user")).json).toMatchObject({ first_name: "Grace" });
  });

  it("answer names, numbers and standing", async () => {
    expect((await call("/v1/user/generate-name", {})).json).toEqual({ name: expect.stringMatching(/^\w+ \w+$/) });
    const { rand } = (await call("/v1/user/rand")).json as { rand: number };
    expect(rand).toBeGreaterThanOrEqual(0);
    expect(rand).toBeLessThan(1);
    expect(await call("/v1/user/has-alpha-access")).toEqual({ status: 200, json: { has_alpha_access: false } });
    expect(await call("/v1/user/request-alpha-access", {})).toEqual(OK);
    expect(await call("/v1/user/has-alpha-access")).toEqual({ status: 200, json: { has_alpha_access: false } });
  });

  it("take what clients tell", async () => {
    const metadata = { agrees_to_product_updates: true, geo_location: "US-IL" };
    expect(await call("/v1/user/edit-user-metadata", metadata)).toEqual(OK);
    expect((await call("/v1/user/edit-user-metadata", { geo_location: "Illinois" })).status).toBe(422);
    expect(await call("/v1/user/dismiss-moderation-warning", {})).toEqual(OK);
    expect(await call("/v1/user/record-device-fingerprint", { device_fingerprint: "f".repeat(32) })).toEqual(OK);
    expect(await call("/v1/user/post-registration-user-setup", { pid: "p", xid: "x" })).toEqual(OK);
  });

  it("change no address by a key, which confirms nobody", async () => {
    const asked = await call("/v1/user/send-email-change-verification", { email: newEmail() });
    expect(asked).toMatchObject({ status: 403, json: { detail: { status: "sensitive_action" } } });
    const confirmed = await call("/v1/user/email?verification_code=abc", undefined, "PUT");
    expect(confirmed.status).toBe(403);
    const reverted = await call("/v1/user/email?verification_code=abc&is_reverting=true", undefined, "PUT");
    expect(reverted).toMatchObject({ status: 400, json: { detail: { status: "invalid_action_code" } } });
  });
});

describe("an address", () => {
  it("is changed and changed back with a signed-in browser's token", async () => {
    const [email, other] = [newEmail(), newEmail()];
    const visitor = new Visitor(url);
    await visitor.submit("/app/sign-up", { email, password: PASSWORD });
    await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
    await visitor.submit("/app/sign-in", { email, password: PASSWORD });
    const { html } = await visitor.get("/app/identity-token", { "x-parlando-request": "identity-token" });
    const { token } = JSON.parse(html) as { token: string };
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const asked = await fetch(`${url}/v1/user/send-email-change-verification`, {
      method: "POST",
      headers,
      body: JSON.stringify({ email: other }),
    });
    expect(asked.status).toBe(200);
    const codeIn = async (mailbox: string) => {
      await expect.poll(() => mailTextOf(mailbox)).toContain("verification_code=");
      return /verification_code=([0-9a-f]{64})/.exec(await mailTextOf(mailbox))![1]!;
    };
    const put = (query: string) => fetch(`${url}/v1/user/email?${query}`, { method: "PUT", headers });
    const confirmed = await put(`verification_code=${await codeIn(other)}&is_reverting=false`);
    expect(await confirmed.json()).toEqual({ status: "ok", email: other });
    const reverted = await put(`verification_code=${await codeIn(email)}&is_reverting=true`);
    expect(await reverted.json()).toEqual({ status: "ok", email });
    // Whoever it was is out.
    expect((await put("verification_code=abc")).status).toBe(401);
  });
});

describe("an API key with limits", () => {
  let own: OwnWorkspace;
  beforeAll(async () => {
    own = await ownWorkspace();
  });
  async function newKey(limits: { permissions?: string[]; character_limit?: number }) {
    const response = await own.call("/v1/user/create-api-key", { body: { name: "limited", ...limits } });
    expect(response.status).toBe(200);
    return (await response.json()) as { xi_api_key: string; key_id: string };
  }
  const speak = (key: string, text: string) =>
    fetch(`${url}/v1/text-to-speech/${voiceId}`, {
      method: "POST",
      headers: { "xi-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ text }),
    });
  const shownKey = async (keyId: string) => {
    const { api_keys: keys } = (await (await own.call("/v1/user/api-keys")).json()) as {
      api_keys: { key_id: string }[];
    };
    return keys.find(({ key_id: id }) => id === keyId);
  };

  it("speaks only where it may, also by a socket", async () => {
    const { xi_api_key: key, key_id: keyId } = await newKey({ permissions: ["models_read"] });
    const refused = await speak(key, "Hello");
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      detail: {
        status: "missing_permissions",
        message: "The API key you used is missing the permission text_to_speech to execute this operation.",
      },
    });
    const tokens = await fetch(`${url}/v1/single-use-token/tts_websocket`, {
      method: "POST",
      headers: { "xi-api-key": key },
    });
    expect(tokens.status).toBe(403);
    const socket = new WebSocket(`${url.replace("http", "ws")}/v1/text-to-speech/${voiceId}/stream-input`);
    const messages: string[] = [];
    socket.addEventListener("message", ({ data }) => messages.push(String(data)));
    const closed = new Promise((resolve) => socket.addEventListener("close", resolve));
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ text: " ", xi_api_key: key }));
      socket.send(JSON.stringify({ text: "Hello there. " }));
      socket.send(JSON.stringify({ text: "" }));
    });
    await closed;
    expect(messages.some((message) => message.includes('"audio":"'))).toBe(false);

    await own.call("/v1/user/edit-api-key", { body: { key_id: keyId, permissions: ["text_to_speech"] } });
    expect((await speak(key, "Hello")).status).toBe(200);
  });

  it("uses no more than its own credits, however many requests come at once", async () => {
    const { xi_api_key: key, key_id: keyId } = await newKey({ character_limit: 20 });
    const statuses = await Promise.all(
      Array.from({ length: 2 }, async () => {
        const response = await speak(key, "Twelve chars");
        await response.arrayBuffer();
        return response.status;
      }),
    );
    expect(statuses.sort()).toEqual([200, 401]);
    await expect.poll(() => shownKey(keyId)).toMatchObject({ character_count: 12, character_limit: 20 });
    const refused = await speak(key, "Twelve chars");
    expect(await refused.json()).toMatchObject({
      detail: { status: "quota_exceeded", message: expect.stringContaining("your API key's quota of 20") },
    });
    await own.call("/v1/user/edit-api-key", { body: { key_id: keyId, character_limit: null } });
    expect((await speak(key, "Twelve chars")).status).toBe(200);
  });
});
