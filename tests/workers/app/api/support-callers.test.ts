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
import { servicesForTest, signUpForTest } from "../../../support/test-caller";

const api = createApi();
/** Whoever signs up here is of the house. */
const staffed = { ...env, STAFF_EMAIL_DOMAINS: "example.com" };
let authorization: string;
let token: string;

/** A token of a session that support has by an owner's grant. */
beforeAll(async () => {
  const owner = await signUpForTest(env);
  const staff = await signUpForTest(env);
  const { accounts, database } = servicesForTest(staffed);
  const outcome = await accounts.signIn(owner, { address: "192.0.2.77", userAgent: "" });
  if (outcome.kind !== "signed_in") throw new Error("not signed in");
  const id = await sha256Hex(outcome.sessionSecret);
  await makeVisit(database, { sessionId: id, userId: owner.userId }, staff, Date.now());
  token = (await accounts.mintToken((await accounts.findSignedIn(outcome.sessionSecret))!)).token;
  authorization = `Bearer ${token}`;
});

const call = (method: string, path: string) => {
  const body = ["GET", "DELETE"].includes(method) ? {} : { body: "{}" };
  const headers = { authorization, "content-type": "application/json", ...networkOfFile() };
  const request = new Request(`http://localhost${path.replace(/:\w+/g, "x")}`, { method, headers, ...body });
  return api(request, apiContextForTest(staffed));
};

/** By hand, so that a new operation has to be looked at before support can use it. */
const USES = ["post /v1/text-to-speech/", "post /v1/text-to-dialogue", "post /v1/audio", "post /v1/history"];
const changing = endpoints
  .filter(({ method, auth }) => auth === "account" && method !== "get")
  .map(({ method, path }) => `${method} ${path}`);

describe("somebody from support in an owner's account", () => {
  it("looks", async () => {
    expect((await call("GET", "/v1/user")).status).toBe(200);
    expect((await call("GET", "/v1/history")).status).toBe(200);
  });

  it.each(changing.filter((row) => !USES.some((use) => row.startsWith(use))))("may not %s", async (row) => {
    const [method = "", path = ""] = row.split(" ");
    const response = await call(method.toUpperCase(), path);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ detail: { message: SUPPORT_MESSAGES.notBySupport } });
  });

  it("uses what speaks", async () => {
    // Past the gate: the input is what is wrong.
    expect((await call("POST", "/v1/text-to-speech/x")).status).toBe(422);
  });

  it("gets no socket that would outlive the grant, and no token that would", async () => {
    expect(await findSessionCaller(servicesForTest(staffed).accounts, { token })).toBeNull();
    expect((await call("POST", "/v1/single-use-token/tts_websocket")).status).toBe(403);
  });
});
