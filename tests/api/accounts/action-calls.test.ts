import { describe, expect, it } from "vitest";
import {
  act,
  askedForAccess,
  bodyFor,
  codeOf,
  isListed,
  linkTo,
  MESSAGES,
  member,
  NEW_PASSWORD,
  newVisitor,
  refusedWith,
  resetCode,
  resetLink,
  signedUp,
  signIn,
  wantsUpdates,
} from "../../support/action-calls";
import { sharedProduct } from "../../support/product";
import { textOf } from "../../support/visitor";

const { url } = sharedProduct();

describe("a link to choose a new password", () => {
  it("says whose address it is for as often as asked, and is used up by the new password", async () => {
    const email = await member();
    const code = await resetCode(email);
    for (let i = 0; i < 2; i++) {
      const checked = await act("check-reset-code", { action_code: code });
      expect(checked).toMatchObject({ status: 200, json: { status: "ok", email } });
    }
    const changed = await act("reset-password", { action_code: code, new_password: NEW_PASSWORD });
    expect([changed.status, changed.json]).toEqual([200, { status: "ok", message: MESSAGES.reset }]);
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(302);
    for (const name of ["check-reset-code", "reset-password"] as const)
      expect(await act(name, bodyFor(name, code))).toMatchObject(refusedWith(MESSAGES.resetInvalid));
    // Nor does the page take it.
    expect(textOf((await newVisitor().get(await linkTo(email, "resetPassword"))).html)).toContain(
      MESSAGES.resetInvalid,
    );
  });

  it("takes the names as the specification spells them, too", async () => {
    const email = await member();
    const code = await resetCode(email);
    expect(await act("check-reset-code", { actionCode: code })).toMatchObject({ status: 200, json: { email } });
    const changed = await act("reset-password", { actionCode: code, newPassword: NEW_PASSWORD });
    expect(changed).toMatchObject({ status: 200, json: { message: MESSAGES.reset } });
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(302);
  });

  it("says what is wrong with a password, and stays good", async () => {
    const code = await resetCode(await member());
    const prefix = "Your password doesn't meet our security requirements.";
    for (const [password, problem] of [
      ["nonumber!", `${prefix} Your password must contain a number.`],
      ["12345678!", `${prefix} Your password must contain a letter.`],
      ["letters123", `${prefix} Your password must contain a special character.`],
      ["a1!", `${prefix} Your password must be more than 8 characters long.`],
    ]) {
      const refused = await act("reset-password", { action_code: code, new_password: password });
      expect(refused).toMatchObject({
        status: 400,
        json: { detail: { status: "invalid_request", message: problem, param: "new_password" } },
      });
    }
    expect((await act("reset-password", bodyFor("reset-password", code))).status).toBe(200);
  });

  it("is good for nothing once a newer one was mailed", async () => {
    const email = await member();
    const first = await resetLink(email);
    const second = await resetCode(email, first);
    const old = await act("check-reset-code", { action_code: codeOf(first) });
    expect(old).toMatchObject(refusedWith(MESSAGES.resetInvalid));
    expect((await act("check-reset-code", { action_code: second })).status).toBe(200);
  });

  it("is used by one of two at the same moment", async () => {
    const code = await resetCode(await member());
    const both = await Promise.all(
      ["First come 1!", "First served 2!"].map((password) =>
        act("reset-password", { action_code: code, new_password: password }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("ends all sessions and their tokens, and does to keys what the page does", async () => {
    const after: Record<string, unknown> = {};
    for (const way of ["page", "call"]) {
      const email = await member();
      const { visitor } = await signIn(email);
      const { html } = await visitor.get("/app/identity-token", { "x-parlando-request": "identity-token" });
      const { token } = JSON.parse(html) as { token: string };
      const created = await visitor.submit("/app/settings/api-keys", { intent: "create", name: "of a session" });
      const key = /value="(sk_[0-9a-f]{48})"/.exec(created.html)![1]!;
      const answers = async () => ({
        page: (await visitor.get("/app/settings/api-keys")).status,
        token: (await fetch(`${url}/v1/user`, { headers: { authorization: `Bearer ${token}` } })).status,
        key: (await fetch(`${url}/v1/user`, { headers: { "xi-api-key": key } })).status,
      });
      expect(await answers()).toEqual({ page: 200, token: 200, key: 200 });
      const link = await resetLink(email);
      if (way === "page") await newVisitor().submit(link, { password: NEW_PASSWORD, repeated: NEW_PASSWORD });
      else await act("reset-password", bodyFor("reset-password", codeOf(link)));
      after[way] = await answers();
    }
    expect(after.call).toMatchObject({ page: 302, token: 401 });
    expect(after.call).toEqual(after.page);
  });
});

describe("a link that verifies an address", () => {
  it("does so without signing anybody in, and is answered alike when it is followed once more", async () => {
    const email = await signedUp();
    expect((await signIn(email)).status).toBe(401);
    const code = codeOf(await linkTo(email, "verifyEmail"));
    for (let i = 0; i < 2; i++) {
      const { status, json } = await act("verify-email", { action_code: code });
      expect([status, json]).toEqual([200, { status: "ok", message: MESSAGES.verified, continue_url: "/app/sign-in" }]);
    }
    expect((await signIn(email)).status).toBe(302);
  });

  it("says where to go on, on this site alone, and takes the link's language for the person's", async () => {
    const email = await signedUp();
    const code = codeOf(await linkTo(email, "verifyEmail"));
    for (const [wanted, reached] of [
      ["https://evil.example/app/usage", "/app/sign-in"],
      ["/app/usage?a=b", "/app/usage?a=b"],
    ]) {
      const answer = await act("verify-email", { action_code: code, continue_url: wanted, lang: "de" });
      expect(answer).toMatchObject({ status: 200, json: { continue_url: reached } });
    }
    const camelCased = await act("verify-email", { actionCode: code, continueUrl: "/app/usage", lang: "de" });
    expect(camelCased.json.continue_url).toBe("/app/usage");
    const { visitor } = await signIn(email);
    const { html } = await visitor.get("/app/settings");
    expect(/<option[^>]*selected[^>]*>/.exec(html)?.[0]).toContain(`value="de"`);
  });
});

it("a link out of product updates ends them, and is answered alike when it is followed once more", async () => {
  const email = await member({ product_updates: "yes" });
  const code = codeOf(await linkTo(email, "optOutOfUpdates"));
  expect(await wantsUpdates(email)).toBe(true);
  for (let i = 0; i < 2; i++) {
    const { status, json } = await act("opt-out-of-updates", { action_code: code });
    expect([status, json]).toEqual([200, { status: "ok", message: MESSAGES.optedOut }]);
  }
  expect(await wantsUpdates(email)).toBe(false);
});

it("a link that lets support in does so once", async () => {
  const { staff, ownerEmail, code } = await askedForAccess();
  expect(await isListed(staff, ownerEmail)).toBe(false);
  const { status, json } = await act("grant-support-access", { action_code: code });
  expect([status, json]).toEqual([200, { status: "ok", message: MESSAGES.granted }]);
  expect(await isListed(staff, ownerEmail)).toBe(true);
  const again = await act("grant-support-access", { action_code: code });
  expect(again).toMatchObject(refusedWith(MESSAGES.grantInvalid));
});
