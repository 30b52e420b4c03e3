/** Single sign-on over the accounts fixture, with providers that say what a test has them say. */
import type {
  OpenIdPort,
  ProvidedIdentity,
  ProviderFailure,
  SamlPort,
} from "../../app/domains/accounts/single-sign-on/ports";
import { createSamlAdapter } from "../../workers/adapters/identity/saml";
import { type AccountsFixture, CLIENT, openAccounts } from "./accounts-fixture";
import { makeSelfSignedCertificate } from "./self-signed-certificate";

export const ADA: ProvidedIdentity = {
  subject: "1",
  email: "ada@example.com",
  isEmailVerified: true,
  firstName: "Ada",
};
export const BROWSER = "a".repeat(32);
const CONFIGURED = {
  name: "house",
  label: "House",
  issuer: "https://login.example",
  clientId: "c",
  clientSecret: null,
};

/** Made once, since a key of its own would cost each test as much as all else it does. */
let certificate: string | undefined;

export type SignOnFixture = Awaited<ReturnType<typeof openSignOn>>;

export async function openSignOn() {
  let assertions = 0;
  /** TXT records by name. */
  const records: Record<string, string[]> = {};
  const reported: string[] = [];
  /** What providers say next, and the id of what a SAML provider says; each is new unless a test sets it. */
  const provider: { says: ProvidedIdentity | ProviderFailure; assertionId: string | null } = {
    says: ADA,
    assertionId: null,
  };
  const openId: OpenIdPort = {
    check: async () => ({ kind: "ok" }),
    begin: async (_, { state }) => ({ kind: "go", url: `https://login.example/?${new URLSearchParams({ state })}` }),
    finish: async () => ("kind" in provider.says ? provider.says : { kind: "identity", identity: provider.says }),
  };
  const saml: SamlPort = {
    ...createSamlAdapter(),
    begin: async (_, __, { relayState }) => `https://login.example/?${new URLSearchParams({ state: relayState })}`,
    finish: async () =>
      "kind" in provider.says
        ? provider.says
        : {
            kind: "identity",
            identity: provider.says,
            assertionId: provider.assertionId ?? `_${++assertions}`,
            expiresAtMs: accounts.clock.nowMs + 300_000,
          },
  };
  const accounts: AccountsFixture = await openAccounts({
    singleSignOn: {
      configured: [CONFIGURED],
      openId,
      saml,
      domainNames: { findTexts: async (name) => records[name] ?? [] },
      report: (event, { reason = "" }) => reported.push(`${event} ${reason}`.trim()),
    },
  });
  const sso = accounts.accounts.singleSignOn;

  async function setOut(providerKey = "house", browserId = BROWSER): Promise<string> {
    const way = await sso.begin({ providerKey, browserId, redirectTo: "/app/usage" }, CLIENT);
    if (way.kind !== "go") throw new Error(way.problem);
    return new URL(way.url).searchParams.get("state") ?? "";
  }
  function comeBack(state: string, providerKey = "house") {
    if (providerKey.startsWith("idp_"))
      return sso.answerSaml({ providerKey, response: "x", relayState: state }, CLIENT);
    const callbackUrl = new URL(`https://parlando.example/?${new URLSearchParams({ state, code: "x" })}`);
    return sso.answerOpenId({ providerKey, callbackUrl }, CLIENT);
  }
  async function ticketFor(providerKey = "house", browserId = BROWSER): Promise<string> {
    const answer = await comeBack(await setOut(providerKey, browserId), providerKey);
    if (answer.kind !== "go_on") throw new Error(answer.problem);
    return answer.ticket;
  }
  const finish = (ticket: string, browserId = BROWSER) => sso.finish({ ticket, browserId }, CLIENT);
  const signOn = async (providerKey = "house") => finish(await ticketFor(providerKey));

  /** The secret of the session that an outcome opened. */
  function secretOf(outcome: Awaited<ReturnType<typeof signOn>>): string {
    if (outcome.kind !== "done" || outcome.outcome.kind !== "signed_in") throw new Error(JSON.stringify(outcome));
    return outcome.outcome.sessionSecret;
  }
  /** Whose session an outcome is. */
  const personOf = async (outcome: Awaited<ReturnType<typeof signOn>>) =>
    accounts.accounts.findSignedIn(secretOf(outcome));

  /** What a SAML provider's form says, where it is right. */
  function samlValues() {
    certificate ??= makeSelfSignedCertificate("Test").certificate;
    return { metadata: "", issuer: "https://login.example", entryPoint: "https://login.example/sso", certificate };
  }
  /** A workspace with a SAML provider whose domain is verified. Answers the provider's id. */
  async function connect(workspaceId: string, domain = "example.com"): Promise<string> {
    const id = await sso.administration.addProvider(workspaceId, { kind: "saml", name: "Our login" });
    await sso.administration.connectSaml(admin(workspaceId), id, samlValues());
    await sso.administration.addDomain(admin(workspaceId), id, domain);
    await verify(workspaceId, id, domain);
    return id;
  }
  async function verify(workspaceId: string, providerId: string, domain: string): Promise<void> {
    const provider = (await sso.administration.listProviders(workspaceId)).find(({ id }) => id === providerId);
    const token = provider?.domains.find((each) => each.domain === domain)?.token;
    records[`_parlando.${domain}`] = ["v=spf1 -all", `parlando-verification=${token}`];
    await sso.administration.verifyDomain(admin(workspaceId), domain);
  }

  return {
    ...accounts,
    sso,
    provider,
    reported,
    setOut,
    comeBack,
    ticketFor,
    finish,
    signOn,
    secretOf,
    personOf,
    samlValues,
    connect,
    verify,
  };
}

/** An admin who asks, in no session unless a test is about that. */
export const admin = (workspaceId: string, userId = "user_admin", sessionId?: string) => ({
  workspaceId,
  userId,
  sessionId,
});

export const refused = (problem: string) => ({ kind: "refused", problem });
