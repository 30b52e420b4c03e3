import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../../app/domains/accounts/caller";
import { singleUseTokens, workspaceMembers } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts } from "../../support/accounts-fixture";
import { openSessionOf } from "../../support/factor-helpers";

let fixture: AccountsFixture;
let ada: { userId: string; workspaceId: string };
beforeEach(async () => {
  fixture = await openAccounts();
  ada = await fixture.addPerson("ada@example.com");
});
afterEach(() => fixture.close());

const sessionOfAda = () => openSessionOf(fixture, "ada@example.com");

async function sessionCaller() {
  const { secret } = await sessionOfAda();
  const { token } = await fixture.accounts.mintToken((await fixture.accounts.findSignedIn(secret))!);
  return { secret, caller: (await fixture.accounts.authenticateToken(token))! };
}

async function keyCaller() {
  const { key } = await fixture.accounts.createApiKey(ada, "Key");
  return { caller: (await fixture.accounts.authenticateApiKey(key))! };
}

/** What a socket stands on, and what ends it. */
const ends: [string, () => Promise<{ caller: Caller; end(): Promise<unknown> }>][] = [
  [
    "the session is signed out",
    async () => {
      const { caller, secret } = await sessionCaller();
      return { caller, end: () => fixture.accounts.signOut(secret) };
    },
  ],
  [
    "all other sessions are ended in another browser",
    async () => {
      const { caller } = await sessionCaller();
      const { person } = await sessionOfAda();
      return { caller, end: () => fixture.accounts.security.revokeOtherSessions(person, CLIENT) };
    },
  ],
  [
    "the person of the session closes their account",
    async () => {
      const { caller } = await sessionCaller();
      return { caller, end: () => fixture.accounts.departure.close({ userId: ada.userId }, CLIENT) };
    },
  ],
  [
    "the owner of the key closes their account",
    async () => {
      const { caller } = await keyCaller();
      return { caller, end: () => fixture.accounts.departure.close({ userId: ada.userId }, CLIENT) };
    },
  ],
  [
    "the key is deleted",
    async () => {
      const { caller } = await keyCaller();
      return { caller, end: () => fixture.accounts.deleteApiKey(ada, caller.apiKeyId!, CLIENT) };
    },
  ],
  [
    "the person of the session leaves the workspace",
    async () => ({ caller: (await sessionCaller()).caller, end: leaveWorkspace }),
  ],
  [
    "the owner of the key leaves the workspace",
    async () => ({ caller: (await keyCaller()).caller, end: leaveWorkspace }),
  ],
];
const leaveWorkspace = async () =>
  fixture.database.delete(workspaceMembers).where(eq(workspaceMembers.userId, ada.userId));

describe("somebody who was let in", () => {
  it("is who they were while nothing has ended, by key and by session", async () => {
    for (const { caller } of [await keyCaller(), await sessionCaller()])
      expect(await fixture.accounts.renewCaller(caller)).toEqual(caller);
  });

  it.each(ends)("is nobody once %s", async (_what, begin) => {
    const { caller, end } = await begin();
    await end();
    expect(await fixture.accounts.renewCaller(caller)).toBeNull();
  });
});

describe("a token for one socket", () => {
  it("is its maker's as they are when it is used", async () => {
    const { caller } = await sessionCaller();
    const token = await fixture.accounts.issueSingleUseToken(caller, "tts_websocket");
    await fixture.database.update(workspaceMembers).set({ role: "editor" });
    expect(await fixture.accounts.redeemSingleUseToken(token, "tts_websocket")).toEqual({ ...caller, role: "editor" });
  });

  it.each(ends)("is worth nothing once %s", async (_what, begin) => {
    const { caller, end } = await begin();
    const token = await fixture.accounts.issueSingleUseToken(caller, "tts_websocket");
    await end();
    expect(await fixture.accounts.redeemSingleUseToken(token, "tts_websocket")).toBeNull();
  });

  it("is worth nothing where it is not known what it was made by", async () => {
    const { caller } = await sessionCaller();
    const token = await fixture.accounts.issueSingleUseToken(caller, "tts_websocket");
    await fixture.database
      .update(singleUseTokens)
      .set({ sessionId: null })
      .where(eq(singleUseTokens.userId, ada.userId));
    expect(await fixture.accounts.redeemSingleUseToken(token, "tts_websocket")).toBeNull();
  });
});
