/** A browser's way through a provider: it sets out, comes back with an answer, and is signed in by a step of our own. */
import type { AccountsDependencies, Client } from "../dependencies";
import { equalInConstantTime, randomHex, sha256Hex } from "../secrets";
import { completeSignIn, type SignInOutcome } from "../sign-in-completion";
import type { SignUp } from "../sign-up";
import { openIdRedirectUri, samlServiceProvider } from "./addresses";
import { findReachableProvider, type ReachableProvider } from "./directory";
import { personOfIdentity } from "./person-of-identity";
import type { ProvidedIdentity, ProviderFailure } from "./ports";
import { consumeSignOnRequest, insertSignOnRequest, type SignOnRequest, takeAssertion } from "./request-store";
import type { SignOnProblem } from "./rules";
import { readTicket, writeTicket } from "./ticket";

export interface Refused {
  kind: "refused";
  problem: SignOnProblem;
}

export interface Journey {
  /**
   * Sends a browser to a provider. `browserId` is the browser's own secret, `redirectTo` where the person wanted to go.
   * @throws AppError rate_limited (429).
   */
  begin(
    request: { providerKey: string; browserId: string; redirectTo: string },
    client: Client,
  ): Promise<{ kind: "go"; url: string } | Refused>;
  /** Takes the answer of an OpenID Connect provider: the address the browser came back to. @throws as `begin` */
  answerOpenId(answer: { providerKey: string; callbackUrl: URL }, client: Client): Promise<Answered>;
  /** Takes what a SAML provider had the browser post. @throws as `begin` */
  answerSaml(answer: { providerKey: string; response: string; relayState: string }, client: Client): Promise<Answered>;
  /** Signs the browser in that set out, and no other. @throws as `begin` */
  finish(
    step: { ticket: string; browserId: string },
    client: Client,
  ): Promise<{ kind: "done"; outcome: Exclude<SignInOutcome, { kind: "refused" }>; redirectTo: string } | Refused>;
}

export type Answered = { kind: "go_on"; ticket: string } | Refused;

const REQUEST_VALID_MS = 10 * 60_000;
const TICKET_VALID_MS = 2 * 60_000;

export function createJourney(
  dependencies: AccountsDependencies,
  createVerifiedPerson: SignUp["createVerifiedPerson"],
): Journey {
  const { database, singleSignOn, rateLimits, sealingSecret, origin, nowMs } = dependencies;

  function failed({ reason, detail }: ProviderFailure, providerKey: string): Refused {
    singleSignOn.report("single_sign_on_failed", { provider: providerKey, reason, detail });
    return refused(reason);
  }

  async function goOn(
    { key, kind }: ReachableProvider,
    { browserHash, redirectTo }: SignOnRequest,
    identity: ProvidedIdentity,
  ): Promise<Answered> {
    const expiresAtMs = nowMs() + TICKET_VALID_MS;
    const ticket = {
      id: randomHex(16),
      providerKey: key,
      protocol: kind,
      identity,
      browserHash,
      redirectTo,
      expiresAtMs,
    };
    return { kind: "go_on", ticket: await writeTicket(ticket, await sealingSecret()) };
  }

  async function openRequest(providerKey: string, state: string, client: Client) {
    await rateLimits.take("sso_answer_client", client.address);
    // It may have been removed while the browser was there, and its requests with it.
    const provider = await findReachableProvider(dependencies, providerKey);
    if (!provider) return refused("unknown_provider");
    const request = await consumeSignOnRequest(database, { stateHash: await sha256Hex(state), providerKey }, nowMs());
    return request ? ({ kind: "open", request, provider } as const) : refused("expired");
  }

  return {
    async begin({ providerKey, browserId, redirectTo }, client) {
      await rateLimits.take("sso_start_client", client.address);
      const provider = await findReachableProvider(dependencies, providerKey);
      if (!provider) return refused("unknown_provider");
      const state = randomHex(32);
      const codeVerifier = randomHex(32);
      const nonce = randomHex(16);
      // An XML id begins with a letter or an underscore.
      const requestId = `_${randomHex(20)}`;
      let url: string;
      if (provider.kind === "oidc") {
        const redirectUri = openIdRedirectUri(origin, providerKey);
        const way = await singleSignOn.openId.begin(provider.openId, { redirectUri, state, nonce, codeVerifier });
        if (way.kind === "failed") return failed(way, providerKey);
        url = way.url;
      } else {
        const us = samlServiceProvider(origin, providerKey);
        url = await singleSignOn.saml.begin(provider.saml, us, { requestId, relayState: state });
      }
      await insertSignOnRequest(database, {
        stateHash: await sha256Hex(state),
        providerKey,
        browserHash: await sha256Hex(browserId),
        nonce,
        codeVerifier,
        requestId,
        redirectTo,
        expiresAtMs: nowMs() + REQUEST_VALID_MS,
      });
      return { kind: "go", url };
    },

    async answerOpenId({ providerKey, callbackUrl }, client) {
      const state = callbackUrl.searchParams.get("state") ?? "";
      const open = await openRequest(providerKey, state, client);
      if (open.kind === "refused") return open;
      const { request, provider } = open;
      if (provider.kind !== "oidc") return refused("unknown_provider");
      const { nonce, codeVerifier } = request;
      const redirectUri = openIdRedirectUri(origin, providerKey);
      const expected = { redirectUri, state, nonce, codeVerifier };
      const answer = await singleSignOn.openId.finish(provider.openId, callbackUrl, expected);
      if (answer.kind === "failed") return failed(answer, providerKey);
      return goOn(provider, request, answer.identity);
    },

    async answerSaml({ providerKey, response, relayState }, client) {
      const open = await openRequest(providerKey, relayState, client);
      if (open.kind === "refused") return open;
      const { request, provider } = open;
      if (provider.kind !== "saml") return refused("unknown_provider");
      const us = samlServiceProvider(origin, providerKey);
      const { requestId } = request;
      const answer = await singleSignOn.saml.finish(provider.saml, us, { response, requestId });
      if (answer.kind === "failed") return failed(answer, providerKey);
      const assertionHash = await sha256Hex(`${providerKey} ${answer.assertionId}`);
      if (!(await takeAssertion(database, assertionHash, answer.expiresAtMs))) return refused("expired");
      return goOn(provider, request, answer.identity);
    },

    async finish({ ticket: text, browserId }, client) {
      await rateLimits.take("sso_answer_client", client.address);
      const ticket = await readTicket(text, await sealingSecret(), nowMs());
      if (!ticket || !equalInConstantTime(ticket.browserHash, await sha256Hex(browserId))) return refused("expired");
      if (!(await takeAssertion(database, await sha256Hex(`ticket ${ticket.id}`), ticket.expiresAtMs)))
        return refused("expired");
      // Who may sign in by it is looked at now: it may have been removed meanwhile.
      const provider = await findReachableProvider(dependencies, ticket.providerKey);
      if (!provider) return refused("unknown_provider");
      const found = await personOfIdentity(dependencies, createVerifiedPerson, provider, ticket.identity);
      if (found.kind === "refused") return found;
      const firstFactor = { kind: ticket.protocol, providerKey: ticket.providerKey };
      const outcome = await completeSignIn(dependencies, found.user, firstFactor, client);
      // Without a reason of its own, what the provider vouched for opens the account no more: the link to it was removed.
      if (outcome.kind === "refused") return refused(outcome.because ? "provider_required" : "changed_meanwhile");
      return { kind: "done", outcome, redirectTo: ticket.redirectTo };
    },
  };
}

const refused = (problem: SignOnProblem): Refused => ({ kind: "refused", problem });
