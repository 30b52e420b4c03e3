import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CLIENT } from "../../support/accounts-fixture";
import { eventKindsOf, openSessionOf } from "../../support/factor-helpers";
import { admin, BROWSER, openSignOn, type SignOnFixture } from "../../support/sign-on-fixture";

let fixture: SignOnFixture;
beforeEach(async () => {
  fixture = await openSignOn();
});
afterEach(() => fixture.close());

describe("a domain", () => {
  it("leads to a provider once it is verified, and to no other workspace's", async () => {
    const first = await fixture.addPerson("a@one.example");
    const second = await fixture.addPerson("b@two.example");
    const { administration } = fixture.sso;
    const ids = await Promise.all(
      [first, second].map(async ({ workspaceId }) => {
        const id = await administration.addProvider(workspaceId, { kind: "saml", name: "Login" });

        await administration.connectSaml(admin(workspaceId), id, fixture.samlValues());
        await administration.addDomain(admin(workspaceId), id, "Example.com");
        return id;
      }),
    );
    expect(await fixture.sso.findByEmail("ada@example.com", CLIENT)).toBeNull();
    await expect(administration.verifyDomain(admin(second.workspaceId), "example.com")).rejects.toMatchObject({
      code: "conflict",
    });
    await fixture.verify(second.workspaceId, ids[1] ?? "", "example.com");
    expect(await fixture.sso.findByEmail("Ada@EXAMPLE.com", CLIENT)).toEqual({
      key: ids[1],
      label: "Login",
      kind: "saml",
      isRequired: false,
    });
    await expect(fixture.verify(first.workspaceId, ids[0] ?? "", "example.com")).rejects.toThrow("another workspace");
    await expect(administration.addDomain(admin(first.workspaceId), ids[0] ?? "", "example.com")).rejects.toThrow(
      "another workspace",
    );
    expect(await fixture.sso.findByEmail("ada@sub.example.com", CLIENT)).toBeNull();
    await administration.removeDomain(second.workspaceId, "example.com");
    expect(await fixture.sso.findByEmail("ada@example.com", CLIENT)).toBeNull();
  });
});

describe("administration", () => {
  it("of one workspace reaches nothing of another", async () => {
    const mine = await fixture.addPerson("a@one.example");
    const theirs = await fixture.addPerson("owner@example.com");
    const { administration } = fixture.sso;
    const id = await fixture.connect(theirs.workspaceId);
    const me = mine.workspaceId;
    const values = fixture.samlValues();
    for (const attempt of [
      () => administration.connectSaml(admin(me), id, values),
      () =>
        administration.connectOpenId(admin(me), id, { issuer: "https://l.example", clientId: "c", clientSecret: "" }),
      () => administration.setRequired(admin(me), id, true, CLIENT),
      () => administration.addDomain(admin(me), id, "one.example"),
      () => administration.verifyDomain(admin(me), "example.com"),
      () => administration.removeDomain(me, "example.com"),
      () => administration.removeProvider(me, id),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    expect(await administration.listProviders(me)).toEqual([]);
    expect(await fixture.sso.findByEmail("ada@example.com", CLIENT)).toMatchObject({ key: id });
  });

  it("seals a client secret and keeps it when none is typed", async () => {
    const { workspaceId } = await fixture.addPerson("a@one.example");
    const { administration } = fixture.sso;
    const id = await administration.addProvider(workspaceId, { kind: "oidc", name: "Login" });
    const values = { issuer: "https://login.example", clientId: "client", clientSecret: "very secret" };
    await administration.connectOpenId(admin(workspaceId), id, values);
    await administration.connectOpenId(admin(workspaceId), id, { ...values, clientId: "other", clientSecret: "" });
    const [provider] = await administration.listProviders(workspaceId);
    expect(provider).toMatchObject({ clientId: "other", hasClientSecret: true, isConnected: true });
    expect(JSON.stringify(provider)).not.toContain("very secret");
    expect((await fixture.sso.begin({ providerKey: id, browserId: BROWSER, redirectTo: "" }, CLIENT)).kind).toBe("go");
  });

  it("refuses what cannot work, naming the field", async () => {
    const { workspaceId } = await fixture.addPerson("a@one.example");
    const { administration } = fixture.sso;
    const param = (field: string) => ({ code: "invalid_request", options: { param: field } });
    await expect(administration.addProvider(workspaceId, { kind: "oidc", name: " " })).rejects.toMatchObject(
      param("name"),
    );
    const id = await administration.addProvider(workspaceId, { kind: "saml", name: "Login" });
    const values = fixture.samlValues();
    for (const [changes, field] of [
      [{ issuer: "" }, "issuer"],
      [{ entryPoint: "javascript:alert(1)" }, "entry_point"],
      [{ certificate: "none" }, "certificate"],
      [{ metadata: "<a/>" }, "metadata"],
    ] as const)
      await expect(administration.connectSaml(admin(workspaceId), id, { ...values, ...changes })).rejects.toMatchObject(
        param(field),
      );
    // Browsers may be at home where we are not let in, but never without TLS.
    await administration.connectSaml(admin(workspaceId), id, { ...values, entryPoint: "https://adfs.acme.local/sso" });
    await expect(administration.addDomain(admin(workspaceId), id, "localhost")).rejects.toMatchObject(param("domain"));
    await expect(administration.setRequired(admin(workspaceId), id, true, CLIENT)).rejects.toMatchObject({
      code: "conflict",
    });
    for (let more = 0; more < 4; more++) await administration.addProvider(workspaceId, { kind: "saml", name: "More" });
    await expect(administration.addProvider(workspaceId, { kind: "saml", name: "More" })).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

describe("an admin whose session ends while what they ask is being looked up", () => {
  const ENDED = { code: "needs_authorization", status: 401 };

  it("connects no provider of theirs, and leaves the one there is", async () => {
    const { sso, dependencies, accounts, samlValues } = fixture;
    const { workspaceId, userId } = await fixture.addPerson("a@one.example");
    const { person, secret } = await openSessionOf(fixture, "a@one.example");
    const { administration } = sso;
    const byOpenId = await administration.addProvider(workspaceId, { kind: "oidc", name: "Ours" });
    const bySaml = await administration.addProvider(workspaceId, { kind: "saml", name: "Ours" });
    const values = { issuer: "https://login.example", clientId: "ours", clientSecret: "" };
    await administration.connectOpenId(person, byOpenId, values);
    await administration.connectSaml(person, bySaml, samlValues());
    const before = await administration.listProviders(workspaceId);
    const { openId } = dependencies.singleSignOn;
    vi.spyOn(openId, "check").mockImplementationOnce(async () => {
      await accounts.signOut(secret);
      return { kind: "ok" };
    });
    const theirs = { ...values, issuer: "https://thief.example" };
    await expect(administration.connectOpenId(person, byOpenId, theirs)).rejects.toMatchObject(ENDED);
    const entryPoint = "https://thief.example/sso";
    await expect(administration.connectSaml(person, bySaml, { ...samlValues(), entryPoint })).rejects.toMatchObject(
      ENDED,
    );
    await expect(administration.setRequired(person, bySaml, false, CLIENT)).rejects.toMatchObject(ENDED);
    expect(await administration.listProviders(workspaceId)).toEqual(before);
    expect(await eventKindsOf(fixture, userId)).not.toContain("single_sign_on_rule_changed");
  });

  it("verifies no domain, and moves none to another provider", async () => {
    const { sso, dependencies, accounts } = fixture;
    const { workspaceId } = await fixture.addPerson("a@one.example");
    const { person, secret } = await openSessionOf(fixture, "a@one.example");
    const { administration } = sso;
    const ours = await fixture.connect(workspaceId, "one.example");
    const other = await administration.addProvider(workspaceId, { kind: "saml", name: "Other" });
    await administration.connectSaml(person, other, fixture.samlValues());
    await administration.addDomain(person, other, "two.example");
    const token = (await administration.listProviders(workspaceId)).find(({ id }) => id === other)?.domains[0]?.token;
    vi.spyOn(dependencies.singleSignOn.domainNames, "findTexts").mockImplementationOnce(async () => {
      await accounts.signOut(secret);
      return [`parlando-verification=${token}`];
    });
    await expect(administration.verifyDomain(person, "two.example")).rejects.toMatchObject(ENDED);
    await expect(administration.addDomain(person, other, "one.example")).rejects.toMatchObject(ENDED);
    expect(await sso.findByEmail("ada@two.example", CLIENT)).toBeNull();
    expect(await sso.findByEmail("ada@one.example", CLIENT)).toMatchObject({ key: ours });
  });
});
