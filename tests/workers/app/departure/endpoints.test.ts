import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { accountDeletions, dataExports, sessions } from "../../../../db/schema";
import { createApi } from "../../../../workers/app/api/router";
import { apiContextForTest } from "../../../support/api-context";
import { networkOfFile } from "../../../support/network-of-file";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";

const api = createApi();
const { accounts, database } = servicesForTest(env);

async function signIn(person: TestCaller): Promise<{ token: string; sessionId: string }> {
  const outcome = await accounts.signIn(person, { address: `192.0.2.${Math.random()}`, userAgent: "" });
  if (outcome.kind !== "signed_in") throw new Error(outcome.kind);
  const signedIn = (await accounts.findSignedIn(outcome.sessionSecret))!;
  return { token: (await accounts.mintToken(signedIn)).token, sessionId: signedIn.sessionId };
}

function call(credential: { key: string } | { token: string } | null, method: string, path: string): Promise<Response> {
  const headers: Record<string, string> =
    credential === null
      ? {}
      : "key" in credential
        ? { "xi-api-key": credential.key }
        : { authorization: `Bearer ${credential.token}` };
  const request = new Request(`http://localhost${path}`, { method, headers: { ...headers, ...networkOfFile() } });
  return api(request, apiContextForTest(env));
}

const statusOf = async (response: Promise<Response>) => (await response).status;
const detailOf = async (response: Promise<Response>) => (await (await response).json<{ detail: object }>()).detail;

describe("DELETE /v1/user/delete", () => {
  it("closes the account of somebody who has just confirmed who they are, once", async () => {
    const person = await signUpForTest(env);
    const { token } = await signIn(person);
    const response = await call({ token }, "DELETE", "/v1/user/delete");
    expect(response.status).toBe(200);
    const { erase_at_unix: eraseAtUnix } = await response.json<{ erase_at_unix: number }>();
    expect(Math.round((eraseAtUnix - Date.now() / 1000) / 86_400)).toBe(14);
    expect(await statusOf(call({ token }, "DELETE", "/v1/user/delete"))).toBe(401);
    expect(await statusOf(call({ key: person.apiKey }, "GET", "/v1/user"))).toBe(401);
  });

  it("is refused for strangers, for keys, and for a session that was confirmed a while ago, and changes nothing", async () => {
    const person = await signUpForTest(env);
    const { token, sessionId } = await signIn(person);
    await database
      .update(sessions)
      .set({ confirmedAtMs: Date.now() - 16 * 60_000 })
      .where(eq(sessions.id, sessionId));
    expect(await statusOf(call(null, "DELETE", "/v1/user/delete"))).toBe(401);
    for (const credential of [{ key: person.apiKey }, { token }]) {
      const response = call(credential, "DELETE", "/v1/user/delete");
      expect(await detailOf(response)).toMatchObject({ status: "sensitive_action" });
    }
    expect(await database.select().from(accountDeletions).where(eq(accountDeletions.userId, person.userId))).toEqual(
      [],
    );
  });
});

describe("DELETE /v1/user/delete, and keeping the account, in turn", () => {
  it("is stopped after five times in an hour, and leaves the account open", async () => {
    const person = await signUpForTest(env);
    const close = async () => call({ token: (await signIn(person)).token }, "DELETE", "/v1/user/delete");
    for (let i = 0; i < 5; i++) {
      expect(await statusOf(close())).toBe(200);
      await accounts.departure.keep({ userId: person.userId }, { address: "192.0.2.1", userAgent: "" });
    }
    const refused = await close();
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(await statusOf(call({ key: person.apiKey }, "GET", "/v1/user"))).toBe(200);
  });
});

describe("/v1/user/data-exports", () => {
  it("packs, says how it goes, and hands over to the person alone, while they are signed in", async () => {
    const [person, other] = [await signUpForTest(env), await signUpForTest(env)];
    const [own, foreign] = [await signIn(person), await signIn(other)];
    const started = await call(own, "POST", "/v1/user/data-exports");
    expect(started.status).toBe(200);
    const { data_export_id: id } = await started.json<{ data_export_id: string }>();
    await vi.waitFor(
      async () => {
        const list = await (await call(own, "GET", "/v1/user/data-exports")).json();
        expect(list).toMatchObject({ data_exports: [{ data_export_id: id, state: "done" }] });
      },
      { timeout: 20_000, interval: 200 },
    );
    const file = `/v1/user/data-exports/${id}/file`;
    const response = await call(own, "GET", file);
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get("content-length")));
    expect(await statusOf(call(foreign, "GET", file))).toBe(404);
    expect(await statusOf(call(foreign, "DELETE", `/v1/user/data-exports/${id}`))).toBe(404);
    expect(await statusOf(call({ key: person.apiKey }, "GET", file))).toBe(403);
    expect(await statusOf(call(null, "GET", file))).toBe(401);
    await database
      .update(dataExports)
      .set({ expiresAtMs: Date.now() - 1 })
      .where(eq(dataExports.id, id));
    expect(await statusOf(call(own, "GET", file))).toBe(404);
    await accounts.dataExport.sweep();
    expect((await env.STORAGE.list({ prefix: `exports/${person.userId}/` })).objects).toEqual([]);
  });

  it("is asked for by somebody who has just confirmed who they are, one at a time", async () => {
    const person = await signUpForTest(env);
    const { token, sessionId } = await signIn(person);
    expect(await statusOf(call({ key: person.apiKey }, "POST", "/v1/user/data-exports"))).toBe(403);
    await database.insert(dataExports).values({
      id: `exp_${person.userId}`,
      userId: person.userId,
      workspaceId: person.workspaceId,
      state: "running",
      createdAtMs: Date.now(),
      expiresAtMs: Date.now() + 60_000,
    });
    expect(await statusOf(call({ token }, "POST", "/v1/user/data-exports"))).toBe(409);
    await database.update(sessions).set({ confirmedAtMs: null }).where(eq(sessions.id, sessionId));
    expect(await statusOf(call({ token }, "POST", "/v1/user/data-exports"))).toBe(403);
  });
});

describe("POST /v1/user/sign-in-requests/verify", () => {
  const verify = (credential: { key: string } | { token: string } | null, code: string) => {
    const headers: Record<string, string> = { "content-type": "application/json", ...networkOfFile() };
    if (credential && "key" in credential) headers["xi-api-key"] = credential.key;
    else if (credential) headers.authorization = `Bearer ${credential.token}`;
    const body = JSON.stringify({ sign_in_request_verification_code: code });
    const request = new Request("http://localhost/v1/user/sign-in-requests/verify", { method: "POST", headers, body });
    return api(request, apiContextForTest(env));
  };

  it("takes no wrong code, and no key", async () => {
    const person = await signUpForTest(env);
    const { token } = await signIn(person);
    expect(await detailOf(verify({ token }, "wrong"))).toMatchObject({ status: "invalid_action_code" });
    expect(await statusOf(verify({ key: person.apiKey }, "wrong"))).toBe(403);
    expect(await statusOf(verify(null, "wrong"))).toBe(401);
  });
});
