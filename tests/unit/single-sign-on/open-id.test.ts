import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenIdProvider } from "~/domains/accounts/single-sign-on/ports";
import { createOpenIdAdapter } from "../../../workers/adapters/identity/open-id";
import { type OddOpenIdServer, startOddOpenIdServer } from "../../support/odd-open-id-server";

const openId = createOpenIdAdapter({ timeoutMs: 400 });
const REQUEST = {
  redirectUri: "https://parlando.example/app/sso/openid/test/callback",
  state: "the state",
  nonce: "nonce",
  codeVerifier: "v".repeat(64),
};
let server: OddOpenIdServer;
let provider: OpenIdProvider;

beforeAll(async () => {
  server = await startOddOpenIdServer();
  provider = { issuer: server.issuer, clientId: "client", clientSecret: "secret", isTrusted: true };
});
afterAll(() => server.close());
beforeEach(() => server.reset());

async function finish(query: Record<string, string> = {}) {
  const callback = new URL("http://behind-a-proxy:1234/app/sso/openid/test/callback");
  callback.search = new URLSearchParams({ code: "code", state: REQUEST.state, ...query }).toString();
  return openId.finish(provider, callback, REQUEST);
}

describe("setting out", () => {
  it("asks for a code with PKCE, state and nonce", async () => {
    const way = await openId.begin(provider, REQUEST);
    const { searchParams, origin, pathname } = new URL(way.kind === "go" ? way.url : "x:");
    expect(origin + pathname).toBe(`${server.issuer}/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: "client",
      redirect_uri: REQUEST.redirectUri,
      response_type: "code",
      scope: "openid email profile",
      state: REQUEST.state,
      nonce: REQUEST.nonce,
      code_challenge: createHash("sha256").update(REQUEST.codeVerifier).digest("base64url"),
      code_challenge_method: "S256",
    });
  });

  it.each([
    ["another issuer", { issuer: "https://elsewhere.example" }],
    ["no page to sign in", { authorization_endpoint: undefined }],
    ["a script as its page", { authorization_endpoint: "javascript:alert(1)" }],
  ])("is refused where the description names %s", async (_, description) => {
    server.odds.description = description;
    expect(await openId.check(provider)).toMatchObject({ kind: "failed", reason: "invalid" });
  });

  it("is refused where the description redirects, is too long, is no JSON or does not come", async () => {
    const path = "/.well-known/openid-configuration";
    const unavailable = { kind: "failed", reason: "unavailable" };
    server.odds.instead[path] = (response) => response.writeHead(302, { location: "/keys" }).end();
    expect(await openId.check(provider)).toMatchObject({
      ...unavailable,
      detail: expect.stringContaining("redirected"),
    });
    server.odds.instead[path] = (response) => response.end("x".repeat(600_000));
    expect(await openId.check(provider)).toMatchObject({
      ...unavailable,
      detail: expect.stringContaining("too_large"),
    });
    server.odds.instead[path] = () => {};
    expect(await openId.check(provider)).toMatchObject({ ...unavailable, detail: expect.stringContaining("too_slow") });
    server.odds.instead[path] = (response) => response.end("<html>");
    expect(await openId.check(provider)).toMatchObject({ kind: "failed", reason: "invalid" });
  });

  it("does not reach an issuer in a private network that a workspace named", async () => {
    const untrusted = { ...provider, isTrusted: false };
    for (const issuer of [server.issuer.replace("http:", "https:"), "https://localhost/", "https://10.0.0.1/"])
      expect(await openId.check({ ...untrusted, issuer })).toMatchObject({ reason: "unavailable" });
    expect(await openId.check(untrusted)).toMatchObject({
      reason: "invalid",
      detail: expect.stringContaining("HTTPS"),
    });
  });
});

describe("an answer", () => {
  it("names the person, from the id token", async () => {
    server.odds.claims = { email: "ada@example.com", email_verified: true, given_name: "Ada" };
    expect(await finish()).toEqual({
      kind: "identity",
      identity: { subject: "sub-1", email: "ada@example.com", isEmailVerified: true, firstName: "Ada" },
    });
    const { form, authorization } = server.exchanged();
    expect(Object.fromEntries(form)).toEqual({
      grant_type: "authorization_code",
      code: "code",
      redirect_uri: REQUEST.redirectUri,
      code_verifier: REQUEST.codeVerifier,
    });
    expect(authorization).toBe(`Basic ${Buffer.from("client:secret").toString("base64")}`);
  });

  it("names the person, from what the access token opens", async () => {
    server.odds.userinfo = { sub: "sub-1", email: "ada@example.com", email_verified: false, name: "Ada L" };
    expect(await finish()).toMatchObject({
      identity: { email: "ada@example.com", isEmailVerified: false, firstName: "Ada L" },
    });
  });

  it("has no verified address where the provider does not say so", async () => {
    for (const verified of [undefined, false, "false", "yes", 1]) {
      server.odds.claims = { email: "ada@example.com", email_verified: verified };
      expect(await finish()).toMatchObject({ kind: "identity", identity: { isEmailVerified: false } });
    }
  });

  it.each<[string, () => void]>([
    ["with another nonce", () => Object.assign(server.odds.claims, { nonce: "other" })],
    ["without a nonce", () => Object.assign(server.odds.claims, { nonce: undefined })],
    ["for another client", () => Object.assign(server.odds.claims, { aud: "other" })],
    ["from another issuer", () => Object.assign(server.odds.claims, { iss: "https://elsewhere.example" })],
    ["that has expired", () => Object.assign(server.odds.claims, { exp: Math.floor(Date.now() / 1000) - 60 })],
    ["without a subject", () => Object.assign(server.odds.claims, { sub: undefined })],
    ["signed with a strange key", () => Object.assign(server.odds, { strangerSigns: true })],
    ["without a signature", () => Object.assign(server.odds, { unsigned: true })],
    ["about one person, with another's address", () => Object.assign(server.odds, { userinfo: { sub: "sub-2" } })],
  ])("is refused: an id token %s", async (_, make) => {
    server.odds.claims = { email: "ada@example.com", email_verified: true };
    make();
    if (server.odds.userinfo) server.odds.claims = {};
    expect(await finish()).toMatchObject({ kind: "failed", reason: "invalid" });
  });

  it("is refused with another state, none, or of another issuer", async () => {
    expect(await finish({ state: "other" })).toMatchObject({ reason: "invalid" });
    expect(await finish({ iss: "https://elsewhere.example" })).toMatchObject({ reason: "invalid" });
  });

  it("may be the provider's own refusal", async () => {
    expect(await finish({ error: "access_denied" })).toMatchObject({ reason: "cancelled" });
    expect(await finish({ error: "server_error" })).toMatchObject({ reason: "refused" });
    server.odds.instead["/token"] = (response) =>
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
    expect(await finish()).toMatchObject({ reason: "refused" });
  });

  it("is given up when the provider redirects or does not answer", async () => {
    server.odds.instead["/token"] = (response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end();
    expect(await finish()).toMatchObject({ reason: "unavailable", detail: expect.stringContaining("redirected") });
    server.odds.instead["/token"] = () => {};
    expect(await finish()).toMatchObject({ reason: "unavailable", detail: expect.stringContaining("too_slow") });
  });
});
