import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { apiContextForTest } from "../../../support/api-context";
import { call, detailOf } from "../../../support/test-api";
import { signUpForTest, type TestCaller } from "../../../support/test-caller";

let caller: TestCaller;
beforeAll(async () => {
  caller = await signUpForTest(env);
});

describe("callers", () => {
  it("without credentials are told that they need some", async () => {
    const response = await call("/v1/whoami");
    expect(response.status).toBe(401);
    expect(await detailOf(response)).toMatchObject({ status: "needs_authorization", type: "authentication_error" });
  });

  it.each([
    ["xi-api-key", "sk_wrong"],
    ["authorization", "Bearer sk_wrong"],
    ["authorization", "Bearer a.b.c"],
    ["authorization", "Basic dXNlcjpwYXNz"],
  ])("with a wrong %s %s are refused", async (header, value) => {
    const response = await call("/v1/whoami", { headers: { [header]: value } });
    expect(response.status).toBe(401);
    expect(await detailOf(response)).toMatchObject({ status: "invalid_api_key" });
  });

  it.each([
    ["xi-api-key", (key: string) => key],
    ["authorization", (key: string) => `Bearer ${key}`],
    ["authorization", (key: string) => `bearer ${key}`],
  ])("are known by their key in %s", async (header, value) => {
    const response = await call("/v1/whoami", { headers: { [header]: value(caller.apiKey) } });
    expect(await response.json()).toEqual({ user_id: caller.userId });
  });

  it("are known by an identity token", async () => {
    const context = apiContextForTest(env);
    const signedIn = await context.services.accounts.signIn(
      { email: caller.email, password: caller.password },
      { address: "test", userAgent: "" },
    );
    if (signedIn.kind !== "signed_in") throw new Error("not signed in");
    const person = await context.services.accounts.findSignedIn(signedIn.sessionSecret);
    const { token } = await context.services.accounts.mintToken(person!);
    const response = await call("/v1/whoami", { headers: { authorization: `Bearer ${token}` } });
    expect(await response.json()).toEqual({ user_id: caller.userId });
    // The session's cookie alone opens nothing.
    const byCookie = await call("/v1/whoami", { headers: { cookie: `__session=${signedIn.sessionSecret}` } });
    expect(byCookie.status).toBe(401);
  });
});
