import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type ActionMode, insertActionCode } from "../../../../app/domains/accounts/action-code-store";
import { writeGiven } from "../../../../app/domains/accounts/given-at-sign-up";
import { sha256Hex } from "../../../../app/domains/accounts/secrets";
import { insertRequest } from "../../../../app/domains/accounts/support-access/store";
import { newId } from "../../../../app/lib/ids";
import { users } from "../../../../db/schema";
import { createApi } from "../../../../workers/app/api/router";
import { apiContextForTest } from "../../../support/api-context";
import { networkOfFile } from "../../../support/network-of-file";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";

const MINUTE_MS = 60_000;
const api = createApi();
/** The people of these tests are of the house, so that they can ask for access. */
const staffed = { ...env, STAFF_EMAIL_DOMAINS: "example.com" };
let owner: TestCaller;
let staff: TestCaller;
beforeAll(async () => {
  owner = await signUpForTest(env);
  staff = await signUpForTest(env);
});

/** A code that was mailed to the owner; `leftMs`: how long it can still be used. */
async function mailedCode(mode: ActionMode, leftMs: number): Promise<string> {
  const { database } = servicesForTest(env);
  const now = Date.now();
  const code = `${mode}-${leftMs}-${now}`;
  let boundTo = "";
  if (mode === "verifySignInRequest") {
    boundTo = newId("sup", now);
    const asked = { userId: owner.userId, staffUserId: staff.userId, staffEmail: staff.email };
    await insertRequest(database, { ...asked, id: boundTo, reason: "A question about sound", requestedAtMs: now });
  }
  if (mode === "verifyEmail") {
    // For the one sign-up there was.
    const [user] = await database.select().from(users).where(eq(users.id, owner.userId));
    const { passwordHash, firstName, agreesToProductUpdates, locale, geoLocation, referredBy } = user!;
    const given = { passwordHash, firstName, agreesToProductUpdates, locale, geoLocation, referredBy };
    boundTo = writeGiven({ given, cameWith: null, deviceHash: null, askedByAnybody: false });
  }
  const times = { createdAtMs: now - MINUTE_MS, expiresAtMs: now + leftMs };
  const { userId, email } = owner;
  await insertActionCode(database, { codeHash: await sha256Hex(code), mode, userId, email, boundTo, ...times });
  return code;
}

async function act(name: string, code: string) {
  const request = new Request(`http://localhost/v1/user/action/${name}`, {
    method: "POST",
    headers: networkOfFile(),
    body: JSON.stringify({ action_code: code, new_password: "Another horse 8!" }),
  });
  const response = await api(request, apiContextForTest(staffed));
  return { status: response.status, body: await response.json() };
}

describe("a code that has expired", () => {
  it.each([
    ["check-reset-code", "resetPassword"],
    ["reset-password", "resetPassword"],
    ["verify-email", "verifyEmail"],
    ["opt-out-of-updates", "optOutOfUpdates"],
    ["grant-support-access", "verifySignInRequest"],
  ] as const)("does nothing at %s", async (name, mode) => {
    // Somebody verified is told once more that they are, whatever the age of the link.
    await servicesForTest(env)
      .database.update(users)
      .set({ emailVerifiedAtMs: null })
      .where(eq(users.id, owner.userId));
    const late = await act(name, await mailedCode(mode, -1));
    expect(late).toMatchObject({ status: 400, body: { detail: { status: "invalid_action_code" } } });
    expect((await act(name, await mailedCode(mode, MINUTE_MS))).status).toBe(200);
  });
});
