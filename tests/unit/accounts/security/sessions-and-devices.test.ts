import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { knownDevices } from "../../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../../support/accounts-fixture";
import { openSessionOf, signInByPassword, totpCode } from "../../../support/factor-helpers";

const MINUTE_MS = 60_000;
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
beforeEach(() => {
  fixture.usedUp.clear();
  fixture.mails.length = 0;
  fixture.events.length = 0;
});
afterAll(() => fixture.close());

describe("a new browser", () => {
  const from = (deviceId: string) => ({ ...CLIENT, userAgent: CHROME, place: "US-IL", deviceId });

  it("is told by mail, once, and the very first one is not", async () => {
    const { mails, settle, database } = fixture;
    await fixture.addPerson("devices@example.com");
    for (const deviceId of ["first", "first", "second", "second", "first"]) {
      await signInByPassword(fixture, "devices@example.com", from(deviceId));
      await settle();
    }
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([["devices@example.com", "A new device signed in"]]);
    expect(mails[0]?.text).toContain("Chrome on Windows");
    expect(mails[0]?.text).toContain("United States (IL)");
    expect(mails[0]?.text).toContain("https://parlando.example/app/settings/sessions");
    expect(JSON.stringify(await database.select().from(knownDevices))).not.toMatch(/"(first|second)"/);
  });

  it("is told by one mail when it signs in several times at once", async () => {
    await fixture.addPerson("hasty@example.com");
    const signIn = (deviceId: string) => signInByPassword(fixture, "hasty@example.com", from(deviceId));
    await signIn("own");
    // None goes on before all have looked which browsers are known.
    const { workspaces } = fixture.dependencies;
    const { getFirstWorkspaceId } = workspaces;
    let looking = 0;
    let allHaveLooked = () => {};
    const looked = new Promise<void>((resolve) => (allHaveLooked = resolve));
    vi.spyOn(workspaces, "getFirstWorkspaceId").mockImplementation(async (userId) => {
      const found = await getFirstWorkspaceId(userId);
      if (++looking === 3) allHaveLooked();
      await looked;
      return found;
    });
    await Promise.all(["new", "new", "new"].map(signIn));
    vi.restoreAllMocks();
    await fixture.settle();
    expect(fixture.mails.map(({ subject }) => subject)).toEqual(["A new device signed in"]);
  });

  it("is told as well when it hides which one it is", async () => {
    await fixture.addPerson("hidden@example.com");
    await signInByPassword(fixture, "hidden@example.com", from("own"));
    await signInByPassword(fixture, "hidden@example.com", CLIENT);
    await fixture.settle();
    expect(fixture.mails.map(({ subject }) => subject)).toEqual(["A new device signed in"]);
  });
});

describe("the list of sessions", () => {
  it("names the browser, begins with this one, and ends another one at once with its tokens and sockets", async () => {
    const { accounts, events, settle } = fixture;
    await fixture.addPerson("list@example.com");
    const here = await openSessionOf(fixture, "list@example.com");
    fixture.clock.nowMs += MINUTE_MS;
    const there = await openSessionOf(fixture, "list@example.com", { ...CLIENT, userAgent: CHROME, place: "DE" });
    const listed = await accounts.security.listSessions(here.person);
    expect(listed.map(({ device, place, isCurrent }) => [device, place, isCurrent])).toEqual([
      ["Unknown device", "", true],
      ["Chrome on Windows", "Germany", false],
    ]);
    const { token } = await accounts.mintToken(there.person);
    expect(await accounts.authenticateToken(token)).not.toBeNull();
    await accounts.security.revokeSession(here.person, there.person.sessionId, CLIENT);
    await settle();
    // A stolen cookie is worth nothing from now on.
    expect(await accounts.findSignedIn(there.secret)).toBeNull();
    expect(await accounts.authenticateToken(token)).toBeNull();
    expect(events).toContainEqual({ type: "session_ended", sessionId: there.person.sessionId });
    expect(await accounts.findSignedIn(here.secret)).not.toBeNull();
    await expect(accounts.security.revokeSession(here.person, there.person.sessionId, CLIENT)).rejects.toMatchObject({
      status: 404,
    });
  });

  it("does not end another person's session", async () => {
    const { accounts } = fixture;
    await fixture.addPerson("own@example.com");
    await fixture.addPerson("other@example.com");
    const own = await openSessionOf(fixture, "own@example.com");
    const other = await openSessionOf(fixture, "other@example.com");
    await expect(accounts.security.revokeSession(own.person, other.person.sessionId, CLIENT)).rejects.toMatchObject({
      status: 404,
    });
    expect(await accounts.findSignedIn(other.secret)).not.toBeNull();
  });

  it("ends all other ones together", async () => {
    const { accounts } = fixture;
    await fixture.addPerson("others@example.com");
    const [here, ...others] = [
      await openSessionOf(fixture, "others@example.com"),
      await openSessionOf(fixture, "others@example.com"),
      await openSessionOf(fixture, "others@example.com"),
    ];
    expect(await accounts.security.revokeOtherSessions(here.person, CLIENT)).toBe(2);
    expect(await accounts.findSignedIn(here.secret)).not.toBeNull();
    for (const { secret } of others) expect(await accounts.findSignedIn(secret)).toBeNull();
  });
});

describe("a changed password", () => {
  it("needs the old one, fits the rules, and ends all other sessions", async () => {
    const { accounts, mails, settle } = fixture;
    await fixture.addPerson("password@example.com");
    const here = await openSessionOf(fixture, "password@example.com");
    const there = await openSessionOf(fixture, "password@example.com");
    const change = (oldPassword: string, password: string, repeated = password) =>
      accounts.security.changePassword(here.person, { oldPassword, password, repeated }, CLIENT);
    await expect(change("Wrong horse 7!", "Another horse 8!")).rejects.toMatchObject({
      options: { param: "old_password" },
    });
    await expect(change(PASSWORD, "short")).rejects.toMatchObject({ options: { param: "password" } });
    await expect(change(PASSWORD, "Another horse 8!", "Another horse 9!")).rejects.toMatchObject({ status: 400 });
    // Just signed in, which confirms much else.
    await expect(change("", "Another horse 8!")).rejects.toMatchObject({ options: { param: "old_password" } });
    await change(PASSWORD, "Another horse 8!");
    await settle();
    expect(await accounts.findSignedIn(here.secret)).not.toBeNull();
    expect(await accounts.findSignedIn(there.secret)).toBeNull();
    expect(mails.map(({ subject }) => subject)).toContain("Your password was changed");
    const refused = await accounts.signIn({ email: "password@example.com", password: PASSWORD }, CLIENT);
    expect(refused.kind).toBe("refused");
  });

  it("is asked of nobody who has none yet: a fresh session of theirs chooses the first one", async () => {
    const { accounts } = fixture;
    await fixture.addPerson("none-yet@example.com", "");
    const { person } = await openSessionOf(fixture, "none-yet@example.com");
    for (const guess of ["", PASSWORD])
      expect((await accounts.signIn({ email: "none-yet@example.com", password: guess }, CLIENT)).kind).toBe("refused");
    await accounts.security.changePassword(person, { oldPassword: "", password: PASSWORD, repeated: PASSWORD }, CLIENT);
    const signedIn = await accounts.signIn({ email: "none-yet@example.com", password: PASSWORD }, CLIENT);
    expect(signedIn.kind).toBe("signed_in");
  });
});

describe("links that were mailed before", () => {
  const changes: [string, (person: { userId: string; sessionId: string }) => Promise<unknown>][] = [
    [
      "a changed password",
      (person) =>
        fixture.accounts.security.changePassword(
          person,
          { oldPassword: PASSWORD, password: "Another horse 8!", repeated: "Another horse 8!" },
          CLIENT,
        ),
    ],
    [
      "a new second factor",
      async (person) => {
        const { secret } = await fixture.accounts.secondFactors.startTotp(person);
        await fixture.accounts.secondFactors.confirmTotp(person, totpCode(secret, fixture.clock.nowMs), CLIENT);
      },
    ],
  ];
  it.each(changes)("choose no other password after %s", async (what, change) => {
    const { accounts, settle } = fixture;
    const email = `${what.replaceAll(" ", "-")}@example.com`;
    await fixture.addPerson(email);
    const { person } = await openSessionOf(fixture, email);
    await accounts.requestPasswordReset(email, CLIENT);
    await settle();
    const code = fixture.newestCode("resetPassword");
    expect(await accounts.isResetCodeOpen(code, CLIENT)).toBe(true);
    await change(person);
    expect(await accounts.isResetCodeOpen(code, CLIENT)).toBe(false);
    const form = { code, password: "Thief zebra 6!", repeated: "Thief zebra 6!" };
    expect(await accounts.resetPassword(form, CLIENT)).toEqual({ kind: "invalid_action_code" });
  });
});

describe("a workspace's time for inactive sessions", () => {
  it("ends a session that was left alone, page and token alike, and no other", async () => {
    const { accounts, clock, settle } = fixture;
    await fixture.addPerson("idle@example.com");
    const { secret, person } = await openSessionOf(fixture, "idle@example.com");
    await accounts.security.setInactivityTimeout(person, 15 * 60, CLIENT);
    // Used every four minutes, for an hour: seldom noted, never forgotten.
    for (let i = 0; i < 15; i++) {
      clock.nowMs += 4 * MINUTE_MS;
      expect(await accounts.findSignedIn(secret)).toMatchObject({ inactivityTimeoutSeconds: 900 });
      await settle();
    }
    const { token } = await accounts.mintToken(person);
    clock.nowMs += 5 * MINUTE_MS;
    // A socket that a page opens by itself is no use, and stays open no longer than the session.
    const end = clock.nowMs + 10 * MINUTE_MS;
    const quiet = await accounts.authenticateToken(token, { countsAsUse: false });
    expect(quiet?.sessionExpiresAtMs).toBe(end);
    await settle();
    clock.nowMs += 4 * MINUTE_MS;
    expect((await accounts.authenticateToken(token))?.sessionExpiresAtMs).toBe(end);
    await settle();
    clock.nowMs += 9 * MINUTE_MS;
    // What a page does by itself keeps nobody signed in.
    expect(await accounts.findSignedIn(secret, { countsAsUse: false })).not.toBeNull();
    await settle();
    clock.nowMs += 6 * MINUTE_MS;
    expect(await accounts.findSignedIn(secret)).toBeNull();
    const { token: late } = await accounts.mintToken(person);
    expect(await accounts.authenticateToken(late)).toBeNull();
  });

  it("is set by admins alone, within bounds, after a confirmation, and noted", async () => {
    const { accounts, clock } = fixture;
    await fixture.addPerson("admin@example.com");
    const { person } = await openSessionOf(fixture, "admin@example.com");
    const set = (seconds: number | null, role: "admin" | "editor" = "admin") =>
      accounts.security.setInactivityTimeout({ ...person, role }, seconds, CLIENT);
    await expect(set(900, "editor")).rejects.toMatchObject({ code: "insufficient_permissions" });
    for (const seconds of [0, 299, 900.5, Number.NaN, 31 * 86_400]) {
      await expect(set(seconds)).rejects.toMatchObject({ status: 400 });
    }
    await set(3600);
    await set(null);
    expect(await accounts.security.getInactivityTimeout(person.workspaceId)).toBeNull();
    const noted = (await accounts.security.listEvents(person.userId)).filter(
      ({ kind }) => kind === "inactivity_timeout_changed",
    );
    expect(noted.map(({ detail }) => detail).toSorted()).toEqual(["", "3600"]);
    clock.nowMs += 15 * MINUTE_MS;
    await expect(set(900)).rejects.toMatchObject({ code: "sensitive_action" });
  });
});
