import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OpenIdPort, ProvidedIdentity, ProviderFailure, SamlPort } from "~/domains/accounts/single-sign-on/ports";
import { identities, sessions, ssoRequests, totpFactors, users, workspaceMembers } from "../../../db/schema";
import { createSamlAdapter } from "../../../workers/adapters/identity/saml";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";

const ADA: ProvidedIdentity = { subject: "1", email: "ada@example.com", isEmailVerified: true, firstName: "Ada" };
// Each person's password is hashed as it is in earnest.
vi.setConfig({ testTimeout: 30_000 });
const BROWSER = "a".repeat(32);
let fixture: AccountsFixture;
/** What providers say next. */
let says: ProvidedIdentity | ProviderFailure;
let assertionId: string;
let records: Record<string, string[]>;
const reported: string[] = [];

const openId: OpenIdPort = {
  check: async () => ({ kind: "ok" }),
  begin: async (_, { state }) => ({ kind: "go", url: `https://login.example/?${new URLSearchParams({ state })}` }),
  finish: async () => ("kind" in says ? says : { kind: "identity", identity: says }),
};
const saml: SamlPort = {
  ...createSamlAdapter(),
  begin: async (_, __, { relayState }) => `https://login.example/?${new URLSearchParams({ state: relayState })}`,
  finish: async () =>
    "kind" in says
      ? says
      : { kind: "identity", identity: says, assertionId, expiresAtMs: fixture.clock.nowMs + 300_000 },
};
const CONFIGURED = {
  name: "house",
  label: "House",
  issuer: "https://login.example",
  clientId: "c",
  clientSecret: null,
};

beforeEach(async () => {
  says = ADA;
  assertionId = "_1";
  records = {};
  reported.length = 0;
  fixture = await openAccounts({
    singleSignOn: {
      configured: [CONFIGURED],
      openId,
      saml,
      domainNames: { findTexts: async (name) => records[name] ?? [] },
      report: (event, { reason = "" }) => reported.push(`${event} ${reason}`.trim()),
    },
  });
});
afterEach(() => fixture.close());

const sso = () => fixture.accounts.singleSignOn;

async function setOut(providerKey = "house", browserId = BROWSER): Promise<string> {
  const way = await sso().begin({ providerKey, browserId, redirectTo: "/app/usage" }, CLIENT);
  if (way.kind !== "go") throw new Error(way.problem);
  return new URL(way.url).searchParams.get("state") ?? "";
}

function comeBack(state: string, providerKey = "house") {
  if (providerKey.startsWith("idp_"))
    return sso().answerSaml({ providerKey, response: "x", relayState: state }, CLIENT);
  const callbackUrl = new URL(`https://parlando.example/?${new URLSearchParams({ state, code: "x" })}`);
  return sso().answerOpenId({ providerKey, callbackUrl }, CLIENT);
}

async function ticketFor(providerKey = "house", browserId = BROWSER): Promise<string> {
  const answer = await comeBack(await setOut(providerKey, browserId), providerKey);
  if (answer.kind !== "go_on") throw new Error(answer.problem);
  return answer.ticket;
}

const finish = (ticket: string, browserId = BROWSER) => sso().finish({ ticket, browserId }, CLIENT);
const signOn = async (providerKey = "house") => finish(await ticketFor(providerKey));
const refused = (problem: string) => ({ kind: "refused", problem });

/** Whose session an outcome is. */
async function personOf(outcome: Awaited<ReturnType<typeof signOn>>) {
  if (outcome.kind !== "done" || outcome.outcome.kind !== "signed_in") throw new Error(JSON.stringify(outcome));
  return fixture.accounts.findSignedIn(outcome.outcome.sessionSecret);
}

/** A workspace with a SAML provider whose domain is verified. */
async function connect(workspaceId: string, domain = "example.com"): Promise<string> {
  const { administration } = sso();
  const id = await administration.addProvider(workspaceId, { kind: "saml", name: "Our login" });
  const certificate = await someCertificate();
  await administration.connectSaml(workspaceId, id, {
    metadata: "",
    issuer: "https://login.example",
    entryPoint: "https://login.example/sso",
    certificate,
  });
  await administration.addDomain(workspaceId, id, domain);
  await verify(workspaceId, id, domain);
  return id;
}

async function verify(workspaceId: string, providerId: string, domain: string) {
  const { administration } = sso();
  const provider = (await administration.listProviders(workspaceId)).find(({ id }) => id === providerId);
  const token = provider?.domains.find((each) => each.domain === domain)?.token;
  records[`_parlando.${domain}`] = ["v=spf1 -all", `parlando-verification=${token}`];
  await administration.verifyDomain(workspaceId, domain);
}

let certificate: string | undefined;
async function someCertificate(): Promise<string> {
  const { makeSelfSignedCertificate } = await import("../../support/self-signed-certificate");
  certificate ??= makeSelfSignedCertificate("Test").certificate;
  return certificate;
}

describe("signing in by a provider of the installation", () => {
  it("makes an account with a workspace the first time, and finds it again", async () => {
    const first = await signOn();
    expect(first).toMatchObject({ kind: "done", redirectTo: "/app/usage" });
    const person = await personOf(first);
    expect(person).toMatchObject({ email: "ada@example.com", firstName: "Ada", role: "admin" });
    const [session] = await fixture.database.select().from(sessions);
    expect(session?.firstFactor).toBe("oidc");
    says = { ...ADA, email: "renamed@example.com" };
    expect((await personOf(await signOn()))?.userId).toBe(person?.userId);
    expect(await fixture.database.select().from(users)).toHaveLength(1);
  });

  it("makes an account whose password nobody knows, and one can be chosen by mail", async () => {
    await signOn();
    const { accounts } = fixture;
    expect(await accounts.signIn({ email: "ada@example.com", password: PASSWORD }, CLIENT)).toMatchObject({
      kind: "refused",
    });
    await accounts.requestPasswordReset("ada@example.com", CLIENT);
    await fixture.settle();
    const code = fixture.newestCode("resetPassword");
    await accounts.resetPassword({ code, password: PASSWORD, repeated: PASSWORD }, CLIENT);
    expect(await accounts.signIn({ email: "ada@example.com", password: PASSWORD }, CLIENT)).toMatchObject({
      kind: "signed_in",
    });
  });

  it("leads to the account of the same verified address, which keeps its password", async () => {
    const { userId } = await fixture.addPerson("ada@example.com");
    expect((await personOf(await signOn()))?.userId).toBe(userId);
    const outcome = await fixture.accounts.signIn({ email: "ada@example.com", password: PASSWORD }, CLIENT);
    expect(outcome.kind).toBe("signed_in");
  });

  it("does not lead to an account that somebody made with the address and never verified", async () => {
    await fixture.accounts.signUp(
      { email: "ada@example.com", password: PASSWORD, firstName: "", agreesToProductUpdates: false },
      CLIENT,
    );
    expect(await signOn()).toEqual(refused("account_unverified"));
    expect(await fixture.database.select().from(identities)).toEqual([]);
  });

  it("does not lead to an account by an address that the provider has not verified", async () => {
    await fixture.addPerson("ada@example.com");
    says = { ...ADA, isEmailVerified: false };
    expect(await signOn()).toEqual(refused("email_unverified"));
  });

  it("still asks for the second factor of whoever has one", async () => {
    const { userId } = await fixture.addPerson("ada@example.com");
    const factor = { userId, sealedSecret: "x", confirmedAtMs: 1, createdAtMs: 1 };
    await fixture.database.insert(totpFactors).values(factor);
    expect(await signOn()).toMatchObject({ kind: "done", outcome: { kind: "second_factor" } });
    expect(await fixture.database.select().from(sessions)).toEqual([]);
  });

  it("tells why the provider's answer was not taken, and reports it", async () => {
    says = { kind: "failed", reason: "cancelled", detail: "access_denied" };
    expect(await comeBack(await setOut())).toEqual(refused("cancelled"));
    expect(reported).toEqual(["single_sign_on_failed cancelled"]);
  });
});

describe("an answer", () => {
  it("counts once", async () => {
    const state = await setOut();
    expect((await comeBack(state)).kind).toBe("go_on");
    expect(await comeBack(state)).toEqual(refused("expired"));
  });

  it("counts once also when it comes twice at the same moment", async () => {
    const state = await setOut();
    const kinds = (await Promise.all([comeBack(state), comeBack(state)])).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(["go_on", "refused"]);
  });

  it("counts where something was asked, of the provider that was asked, and within ten minutes", async () => {
    expect(await comeBack("made up")).toEqual(refused("expired"));
    expect(await comeBack("")).toEqual(refused("expired"));
    const { workspaceId } = await fixture.addPerson("owner@example.com");
    const providerId = await connect(workspaceId);
    expect(await comeBack(await setOut(), providerId)).toEqual(refused("expired"));
    const state = await setOut();
    fixture.clock.nowMs += 10 * 60_000;
    expect(await comeBack(state)).toEqual(refused("expired"));
  });

  it("signs in the browser that asked alone, once, and soon", async () => {
    const ticket = await ticketFor();
    expect(await finish(ticket, "b".repeat(32))).toEqual(refused("expired"));
    expect((await finish(ticket)).kind).toBe("done");
    expect(await finish(ticket)).toEqual(refused("expired"));
    const late = await ticketFor();
    fixture.clock.nowMs += 2 * 60_000;
    expect(await finish(late)).toEqual(refused("expired"));
    expect(await finish("AAAA")).toEqual(refused("expired"));
  });

  it("keeps no secret that would open anything", async () => {
    const state = await setOut();
    const [row] = await fixture.database.select().from(ssoRequests);
    expect(JSON.stringify(row)).not.toContain(state);
    expect(JSON.stringify(row)).not.toContain(BROWSER);
  });

  it("is refused when there were too many from one place", async () => {
    fixture.usedUp.add("sso_start_client");
    await expect(setOut()).rejects.toMatchObject({ code: "rate_limited" });
    fixture.usedUp.clear();
    const state = await setOut();
    fixture.usedUp.add("sso_answer_client");
    await expect(comeBack(state)).rejects.toMatchObject({ code: "rate_limited" });
  });
});

describe("signing in by a workspace's provider", () => {
  let owner: { userId: string; workspaceId: string };
  let providerId: string;
  beforeEach(async () => {
    owner = await fixture.addPerson("owner@example.com");
    providerId = await connect(owner.workspaceId);
  });
  const next = () => {
    assertionId = `_${Math.random()}`;
  };

  it("makes a member of the workspace, with no other workspace", async () => {
    const person = await personOf(await signOn(providerId));
    expect(person).toMatchObject({ workspaceId: owner.workspaceId, role: "editor", email: "ada@example.com" });
    const rows = await fixture.database
      .select()
      .from(workspaceMembers)
      .where(eq(workspaceMembers.userId, person?.userId ?? ""));
    expect(rows).toHaveLength(1);
    next();
    expect((await personOf(await signOn(providerId)))?.userId).toBe(person?.userId);
  });

  it("takes no assertion twice", async () => {
    expect((await signOn(providerId)).kind).toBe("done");
    expect(await comeBack(await setOut(providerId), providerId)).toEqual(refused("expired"));
  });

  it("lets nobody into accounts of other workspaces, whatever it says", async () => {
    await fixture.addPerson("eve@example.com");
    says = { ...ADA, subject: "eve", email: "eve@example.com" };
    expect(await signOn(providerId)).toEqual(refused("email_taken"));
    next();
    await fixture.addPerson("victim@example.org");
    says = { ...ADA, subject: "victim", email: "victim@example.org" };
    expect(await signOn(providerId)).toEqual(refused("wrong_domain"));
  });

  it("leads to a member's account, until they leave", async () => {
    says = { ...ADA, subject: "owner", email: "owner@example.com" };
    expect((await personOf(await signOn(providerId)))?.userId).toBe(owner.userId);
    await fixture.database.delete(workspaceMembers).where(eq(workspaceMembers.userId, owner.userId));
    next();
    expect(await signOn(providerId)).toEqual(refused("not_member"));
  });

  it("ends with the provider, also under way", async () => {
    const ticket = await ticketFor(providerId);
    const state = await setOut(providerId);
    await sso().administration.removeProvider(owner.workspaceId, providerId);
    expect(await finish(ticket)).toEqual(refused("unknown_provider"));
    expect(await comeBack(state, providerId)).toEqual(refused("expired"));
    expect(await sso().begin({ providerKey: providerId, browserId: BROWSER, redirectTo: "" }, CLIENT)).toEqual(
      refused("unknown_provider"),
    );
    expect(await sso().findByEmail("ada@example.com", CLIENT)).toBeNull();
  });

  it("can be asked of all members, and then nothing else lets them in", async () => {
    const person = await personOf(await signOn(providerId));
    await fixture.accounts.recoverPerson("ada@example.com", PASSWORD);
    const credentials = { email: "ada@example.com", password: PASSWORD };
    expect((await fixture.accounts.signIn(credentials, CLIENT)).kind).toBe("signed_in");

    await sso().administration.setRequired(owner.workspaceId, providerId, true);
    const because = { kind: "refused", because: "single_sign_on_required" };
    expect(await fixture.accounts.signIn(credentials, CLIENT)).toEqual(because);
    // The same words for a wrong password and for nobody.
    expect(await fixture.accounts.signIn({ ...credentials, password: "Wrong 1!" }, CLIENT)).toEqual(because);
    expect(await fixture.accounts.signIn({ ...credentials, email: "no@example.com" }, CLIENT)).toEqual(because);
    expect(await fixture.accounts.signIn({ ...credentials, email: "no@example.org" }, CLIENT)).toEqual({
      kind: "refused",
    });
    // A provider of the installation is another way, too.
    expect(await signOn("house")).toEqual(refused("provider_required"));
    next();
    expect((await personOf(await signOn(providerId)))?.userId).toBe(person?.userId);
    // The owner keeps a way in.
    const ownersOwn = { email: "owner@example.com", password: PASSWORD };
    expect((await fixture.accounts.signIn(ownersOwn, CLIENT)).kind).toBe("signed_in");
  });
});

describe("a domain", () => {
  it("leads to a provider once it is verified, and to no other workspace's", async () => {
    const first = await fixture.addPerson("a@one.example");
    const second = await fixture.addPerson("b@two.example");
    const { administration } = sso();
    const ids = await Promise.all(
      [first, second].map(async ({ workspaceId }) => {
        const id = await administration.addProvider(workspaceId, { kind: "saml", name: "Login" });
        const values = {
          metadata: "",
          issuer: "https://l.example",
          entryPoint: "https://l.example/",
          certificate: await someCertificate(),
        };
        await administration.connectSaml(workspaceId, id, values);
        await administration.addDomain(workspaceId, id, "Example.com");
        return id;
      }),
    );
    expect(await sso().findByEmail("ada@example.com", CLIENT)).toBeNull();
    await expect(administration.verifyDomain(second.workspaceId, "example.com")).rejects.toMatchObject({
      code: "conflict",
    });
    await verify(second.workspaceId, ids[1] ?? "", "example.com");
    expect(await sso().findByEmail("Ada@EXAMPLE.com", CLIENT)).toEqual({
      key: ids[1],
      label: "Login",
      kind: "saml",
      isRequired: false,
    });
    await expect(verify(first.workspaceId, ids[0] ?? "", "example.com")).rejects.toThrow("another workspace");
    await expect(administration.addDomain(first.workspaceId, ids[0] ?? "", "example.com")).rejects.toThrow(
      "another workspace",
    );
    expect(await sso().findByEmail("ada@sub.example.com", CLIENT)).toBeNull();
    await administration.removeDomain(second.workspaceId, "example.com");
    expect(await sso().findByEmail("ada@example.com", CLIENT)).toBeNull();
  });
});

describe("administration", () => {
  it("of one workspace reaches nothing of another", async () => {
    const mine = await fixture.addPerson("a@one.example");
    const theirs = await fixture.addPerson("owner@example.com");
    const { administration } = sso();
    const id = await connect(theirs.workspaceId);
    const me = mine.workspaceId;
    const values = {
      metadata: "",
      issuer: "x",
      entryPoint: "https://l.example/",
      certificate: await someCertificate(),
    };
    for (const attempt of [
      () => administration.connectSaml(me, id, values),
      () => administration.connectOpenId(me, id, { issuer: "https://l.example", clientId: "c", clientSecret: "" }),
      () => administration.setRequired(me, id, true),
      () => administration.addDomain(me, id, "one.example"),
      () => administration.verifyDomain(me, "example.com"),
      () => administration.removeDomain(me, "example.com"),
      () => administration.removeProvider(me, id),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    expect(await administration.listProviders(me)).toEqual([]);
    expect(await sso().findByEmail("ada@example.com", CLIENT)).toMatchObject({ key: id });
  });

  it("seals a client secret and keeps it when none is typed", async () => {
    const { workspaceId } = await fixture.addPerson("a@one.example");
    const { administration } = sso();
    const id = await administration.addProvider(workspaceId, { kind: "oidc", name: "Login" });
    const values = { issuer: "https://login.example", clientId: "client", clientSecret: "very secret" };
    await administration.connectOpenId(workspaceId, id, values);
    await administration.connectOpenId(workspaceId, id, { ...values, clientId: "other", clientSecret: "" });
    const [provider] = await administration.listProviders(workspaceId);
    expect(provider).toMatchObject({ clientId: "other", hasClientSecret: true, isConnected: true });
    expect(JSON.stringify(provider)).not.toContain("very secret");
    expect((await sso().begin({ providerKey: id, browserId: BROWSER, redirectTo: "" }, CLIENT)).kind).toBe("go");
  });

  it("refuses what cannot work, naming the field", async () => {
    const { workspaceId } = await fixture.addPerson("a@one.example");
    const { administration } = sso();
    const param = (field: string) => ({ code: "invalid_request", options: { param: field } });
    await expect(administration.addProvider(workspaceId, { kind: "oidc", name: " " })).rejects.toMatchObject(
      param("name"),
    );
    const id = await administration.addProvider(workspaceId, { kind: "saml", name: "Login" });
    const values = {
      metadata: "",
      issuer: "x",
      entryPoint: "https://l.example/",
      certificate: await someCertificate(),
    };
    for (const [changes, field] of [
      [{ issuer: "" }, "issuer"],
      [{ entryPoint: "javascript:alert(1)" }, "entry_point"],
      [{ certificate: "none" }, "certificate"],
      [{ metadata: "<a/>" }, "metadata"],
    ] as const)
      await expect(administration.connectSaml(workspaceId, id, { ...values, ...changes })).rejects.toMatchObject(
        param(field),
      );
    // Browsers may be at home where we are not let in, but never without TLS.
    await administration.connectSaml(workspaceId, id, { ...values, entryPoint: "https://adfs.acme.local/sso" });
    await expect(administration.addDomain(workspaceId, id, "localhost")).rejects.toMatchObject(param("domain"));
    await expect(administration.setRequired(workspaceId, id, true)).rejects.toMatchObject({ code: "conflict" });
    for (let more = 0; more < 4; more++) await administration.addProvider(workspaceId, { kind: "saml", name: "More" });
    await expect(administration.addProvider(workspaceId, { kind: "saml", name: "More" })).rejects.toMatchObject({
      code: "conflict",
    });
  });
});
