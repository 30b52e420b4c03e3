import { beforeAll, describe, expect, it } from "vitest";
import { mintIdentityToken } from "../../../app/domains/accounts/identity-tokens";
import { type DescribedOperation, describedOperations } from "../../support/described-operations";
import { installationSecret } from "../../support/installation-secret";
import { newNetwork } from "../../support/new-network";
import { sharedProduct } from "../../support/product";
import { csrfTokenIn, newestLinkFor, Visitor } from "../../support/visitor";

const { url, state } = sharedProduct();

interface Refusal {
  status: number;
  body: string;
}

async function call(operation: DescribedOperation, headers: Record<string, string>): Promise<Refusal> {
  const { method, body } = operation;
  const response = await fetch(url + operation.address(), {
    method,
    headers: {
      ...headers,
      // Guesses from one network are slowed down.
      "cf-connecting-ip": newNetwork(),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const requestId = response.headers.get("request-id") ?? "";
  return { status: response.status, body: (await response.text()).replace(requestId, "") };
}

let operations: DescribedOperation[];
/** A key of the person, allowed nothing at all. */
let keyWithoutScopes: string;
/** By what is wrong with them. */
let credentials: Record<string, Record<string, string>>;

beforeAll(async () => {
  operations = (await describedOperations(url)).filter(({ isClosed }) => isClosed);
  const visitor = new Visitor(url);
  const email = `access-${process.pid}-${Date.now()}@example.com`;
  const password = "Correct horse 7!";
  await visitor.submit("/app/sign-up", { email, password });
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
  await visitor.submit("/app/sign-in", { email, password });
  const created = await visitor.submit("/app/settings/api-keys", { intent: "create", name: "revoked" });
  const revokedKey = /value="(sk_[0-9a-f]{48})"/.exec(created.html)![1]!;
  const apiKeyId = /value="(key_\w+)"/.exec((await visitor.get("/app/settings/api-keys")).html)![1]!;
  await visitor.submit("/app/settings/api-keys", { intent: "delete", api_key_id: apiKeyId });

  const madeKey = await visitor.submit("/app/settings/api-keys", { intent: "create", name: "full" });
  const fullKey = /value="(sk_[0-9a-f]{48})"/.exec(madeKey.html)![1]!;
  const bare = await fetch(`${url}/v1/user/create-api-key`, {
    method: "POST",
    headers: { "xi-api-key": fullKey, "content-type": "application/json" },
    body: JSON.stringify({ name: "bare", permissions: [] }),
  });
  keyWithoutScopes = ((await bare.json()) as { xi_api_key: string }).xi_api_key;

  const { html } = await visitor.get("/app/identity-token", { "x-parlando-request": "identity-token" });
  const signedOutToken = (JSON.parse(html) as { token: string }).token;
  const claims = JSON.parse(Buffer.from(signedOutToken.split(".")[1]!, "base64url").toString()) as {
    sub: string;
    wid: string;
    sid: string;
  };
  const secret = await installationSecret(state, "identity-token");
  const identity = { userId: claims.sub, workspaceId: claims.wid, sessionId: claims.sid };
  // While the session is alive: only the token's own time is over.
  const expiredToken = await mintIdentityToken(identity, secret, Date.now() - 3_600_000);
  const liveToken = await mintIdentityToken(identity, secret, Date.now());
  const alive = await fetch(`${url}/v1/user`, { headers: { authorization: `Bearer ${liveToken}` } });
  expect(alive.status, "a token made like these, but of now, is taken").toBe(200);
  const expired = await fetch(`${url}/v1/user`, { headers: { authorization: `Bearer ${expiredToken}` } });
  expect(expired.status).toBe(401);
  const forgedToken = await mintIdentityToken(identity, "somebody else's secret of some length", Date.now());
  const unsignedToken = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${liveToken.split(".")[1]}.`;

  const csrf = csrfTokenIn((await visitor.get("/app/settings/api-keys")).html);
  await visitor.post("/app/sign-out", { csrf });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  credentials = {
    "no credential": {},
    "the cookies of nobody": { cookie: "__session=anything; xi_website_session=anything" },
    "garbage as a key": { "xi-api-key": "garbage" },
    "a key that never was": { "xi-api-key": `sk_${"0".repeat(48)}` },
    "a revoked key": { "xi-api-key": revokedKey },
    "garbage as a token": bearer("e30.e30.e30"),
    "a forged token": bearer(forgedToken),
    "a token without a signature": bearer(unsignedToken),
    "an expired token": bearer(expiredToken),
    "the token of a session that was signed out": bearer(signedOutToken),
    "another scheme": { authorization: `Basic ${Buffer.from(`user:${revokedKey}`).toString("base64")}` },
  };
});

describe("every closed endpoint", () => {
  it("is one of many", () => expect(operations.length).toBeGreaterThan(50));

  it.each([
    ["no credential", "needs_authorization"],
    ["the cookies of nobody", "needs_authorization"],
    ["garbage as a key", "invalid_api_key"],
    ["a key that never was", "invalid_api_key"],
    ["a revoked key", "invalid_api_key"],
    ["garbage as a token", "invalid_api_key"],
    ["a forged token", "invalid_api_key"],
    ["a token without a signature", "invalid_api_key"],
    ["an expired token", "invalid_api_key"],
    ["the token of a session that was signed out", "invalid_api_key"],
    ["another scheme", "invalid_api_key"],
  ])("refuses %s with 401 and the same words, whatever it would have done", async (name, code) => {
    const headers = credentials[name]!;
    const refusals = new Map<string, string[]>();
    for (const operation of operations) {
      const { status, body } = await call(operation, headers);
      const refusal = `${status} ${body}`;
      refusals.set(refusal, [...(refusals.get(refusal) ?? []), operation.name]);
    }
    // The dialect of OpenAI-style servers has a shape of its own; within each dialect there is one answer.
    const groups = [...refusals].map(([refusal, names]) => ({ refusal, names }));
    const own = groups.filter(({ names }) => !names.every((each) => each.includes("/v1/audio/")));
    expect(own.map(({ refusal, names }) => `${refusal.slice(0, 80)}: ${names.length}`)).toHaveLength(1);
    expect(own[0]!.refusal).toMatch(new RegExp(`^401 .*"status":"${code}"`));
    for (const { refusal } of groups) expect(refusal).toMatch(/^401 /);
  });

  it("refuses a key without its scope with 403, whatever it would have done", async () => {
    for (const operation of operations) {
      const { status, body } = await call(operation, { "xi-api-key": keyWithoutScopes });
      expect(`${operation.name}: ${status} ${body}`).toMatch(/: 403 .*missing_permissions/);
    }
  });
});
