import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { sha256Hex } from "../../../../app/domains/accounts/secrets";
import { SUPPORT_MESSAGES } from "../../../../app/domains/accounts/support-access/messages";
import { findSessionCaller } from "../../../../durable-objects/speech-session/credentials";
import { endpoints } from "../../../../workers/app/api/endpoint-table";
import { createApi } from "../../../../workers/app/api/router";
import { apiContextForTest } from "../../../support/api-context";
import { networkOfFile } from "../../../support/network-of-file";
import { makeVisit } from "../../../support/support-visit";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";
import { addSharedItem } from "../sharing/shared-item";

const api = createApi();
/** Whoever signs up here is of the house. */
const staffed = { ...env, STAFF_EMAIL_DOMAINS: "example.com" };
let authorization: string;
let token: string;
let owner: TestCaller;

/** A token of a session that support has by an owner's grant. */
beforeAll(async () => {
  owner = await signUpForTest(env);
  const staff = await signUpForTest(env);
  const { accounts, database } = servicesForTest(staffed);
  const outcome = await accounts.signIn(owner, { address: "192.0.2.77", userAgent: "" });
  if (outcome.kind !== "signed_in") throw new Error("not signed in");
  const id = await sha256Hex(outcome.sessionSecret);
  await makeVisit(database, { sessionId: id, userId: owner.userId }, staff, Date.now());
  token = (await accounts.mintToken((await accounts.findSignedIn(outcome.sessionSecret))!)).token;
  authorization = `Bearer ${token}`;
});

const call = (method: string, path: string, credentials: Record<string, string> = { authorization }) => {
  const body = ["GET", "DELETE"].includes(method) ? {} : { body: "{}" };
  const headers = { ...credentials, "content-type": "application/json", ...networkOfFile() };
  const request = new Request(`http://localhost${path.replace(/:\w+/g, "x")}`, { method, headers, ...body });
  return api(request, apiContextForTest(staffed));
};

/** By hand, so that a new operation has to be looked at before support can use it. */
const USES = [
  /^post \/v1\/text-to-speech\//,
  /^post \/v1\/text-to-dialogue/,
  /^post \/v1\/audio/,
  /^post \/v1\/history\/download$/,
  /^post \/v1\/history\/:history_item_id\/feedback$/,
  /^post \/v1\/history-archives$/,
];
const changing = endpoints
  .filter(({ method, auth }) => auth === "account" && method !== "get")
  .map(({ method, path }) => `${method} ${path}`);

describe("somebody from support in an owner's account", () => {
  it("looks", async () => {
    expect((await call("GET", "/v1/user")).status).toBe(200);
    expect((await call("GET", "/v1/history")).status).toBe(200);
  });

  it.each(changing.filter((row) => !USES.some((use) => use.test(row))))("may not %s", async (row) => {
    const [method = "", path = ""] = row.split(" ");
    const response = await call(method.toUpperCase(), path);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ detail: { message: SUPPORT_MESSAGES.notBySupport } });
  });

  it.each(endpoints.filter(({ findMade }) => findMade).map(({ path }) => path))(
    "gets from %s what was made, and makes nothing by asking",
    async (path) => {
      const address = path.replace(":history_item_id", await addSharedItem(servicesForTest(env), env, owner));
      for (let time = 0; time < 2; time++) {
        const refused = await call("GET", address);
        expect(refused.status).toBe(403);
        expect(await refused.json()).toMatchObject({ detail: { message: SUPPORT_MESSAGES.notBySupport } });
      }
      const made = await (await call("GET", address, { "xi-api-key": owner.apiKey })).json();
      const shown = await call("GET", address);
      expect(shown.status).toBe(200);
      expect(await shown.json()).toEqual(made);
    },
  );

  it("uses what speaks", async () => {
    // Past the gate: the input is what is wrong.
    expect((await call("POST", "/v1/text-to-speech/x")).status).toBe(422);
  });

  it("gets no socket that would outlive the grant, and no token that would", async () => {
    expect(await findSessionCaller(servicesForTest(staffed).accounts, { token })).toBeNull();
    expect((await call("POST", "/v1/single-use-token/tts_websocket")).status).toBe(403);
  });
});
