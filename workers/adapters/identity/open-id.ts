/**
 * OpenID Connect by `openid-client`: authorization code with PKCE, state and nonce, and the id token's signature checked
 * against the provider's published keys. Source: OpenID Connect Core 1.0, RFC 7636, RFC 9207, RFC 9700.
 */
import type * as OpenIdClient from "openid-client";
import type {
  OpenIdPort,
  OpenIdProvider,
  ProvidedIdentity,
  ProviderFailure,
} from "../../../app/domains/accounts/single-sign-on/ports";
import { createGuardedFetch, type GuardedFetchOptions, OutgoingRequestRefused } from "../guarded-fetch";

type Failure = ProviderFailure;

const SCOPE = "openid email profile";
const CLOCK_TOLERANCE_SECONDS = 30;
const SUBJECT_MAX_LENGTH = 255;
/** Descriptions change rarely; keys are asked for at each sign-in. */
const DESCRIPTION_KEPT_MS = 5 * 60_000;

const MAX_DESCRIPTIONS = 100;

/** Values only: what a request fetched must not be waited for by another one in the same isolate. */
const descriptions = new Map<string, { metadata: OpenIdClient.ServerMetadata; readAtMs: number }>();

export function createOpenIdAdapter(guard: Pick<GuardedFetchOptions, "findAddresses" | "timeoutMs"> = {}): OpenIdPort {
  function fetchFor(isTrusted: boolean): OpenIdClient.CustomFetch {
    const send = createGuardedFetch({ ...guard, trusted: isTrusted });
    return (url, { method, headers, body }) =>
      send(url, { method, headers, body: body as BodyInit | null | undefined });
  }

  async function configure(provider: OpenIdProvider, isFresh = false): Promise<OpenIdClient.Configuration> {
    const client = await import("openid-client");
    const { issuer, clientId, clientSecret, isTrusted } = provider;
    const send = fetchFor(isTrusted);
    const insecure = isTrusted ? [client.allowInsecureRequests] : [];
    const kept = descriptions.get(issuer);
    let metadata = kept?.metadata;
    if (!metadata || isFresh || (kept?.readAtMs ?? 0) < Date.now() - DESCRIPTION_KEPT_MS) {
      const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
        [client.customFetch]: send,
        execute: insecure,
      });
      metadata = { ...found.serverMetadata() };
      requireWebAddress(metadata.authorization_endpoint, isTrusted);
      if (descriptions.size >= MAX_DESCRIPTIONS) descriptions.clear();
      descriptions.set(issuer, { metadata, readAtMs: Date.now() });
    }
    const authentication = !clientSecret
      ? client.None()
      : metadata.token_endpoint_auth_methods_supported?.includes("client_secret_post")
        ? client.ClientSecretPost(clientSecret)
        : client.ClientSecretBasic(clientSecret);
    const own = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const configuration = new client.Configuration(metadata, clientId, own, authentication);
    configuration[client.customFetch] = send;
    for (const change of insecure) change(configuration);
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  return {
    async check(provider) {
      try {
        await configure(provider, true);
        return { kind: "ok" };
      } catch (error) {
        return failureOf(error);
      }
    },

    async begin(provider, { redirectUri, state, nonce, codeVerifier }) {
      try {
        const client = await import("openid-client");
        const url = client.buildAuthorizationUrl(await configure(provider), {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: "S256",
        });
        return { kind: "go", url: url.href };
      } catch (error) {
        return failureOf(error);
      }
    },

    async finish(provider, callbackUrl, { redirectUri, state, nonce, codeVerifier }) {
      try {
        const client = await import("openid-client");
        const configuration = await configure(provider);
        // The library takes the redirect URI from here; a proxy may have changed the host of what arrived.
        const answer = new URL(redirectUri);
        answer.search = callbackUrl.search;
        const tokens = await client.authorizationCodeGrant(configuration, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || claims.sub === "" || claims.sub.length > SUBJECT_MAX_LENGTH)
          return { kind: "failed", reason: "invalid", detail: "no usable subject" };
        // Many providers put the address where the access token opens it.
        const asks = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
        const more = asks ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
        return { kind: "identity", identity: identityOf({ ...more, ...claims }) };
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

function identityOf(claims: Record<string, unknown> & { sub: string }): ProvidedIdentity {
  const text = (name: string) => (typeof claims[name] === "string" ? claims[name] : "");
  return {
    subject: claims.sub,
    email: text("email") || null,
    // Some send the word instead of the value.
    isEmailVerified: claims.email_verified === true || claims.email_verified === "true",
    firstName: text("given_name") || text("name"),
  };
}

/** The browser is sent there: no other kind of address may come of a provider's description. */
function requireWebAddress(url: string | undefined, isTrusted: boolean): void {
  const protocol = url ? new URL(url).protocol : "";
  if (protocol !== "https:" && !(isTrusted && protocol === "http:"))
    throw new Error("no usable authorization endpoint");
}

function failureOf(error: unknown): Failure {
  const chain: unknown[] = [];
  for (let each = error; each && chain.length < 6; each = (each as { cause?: unknown }).cause) chain.push(each);
  const refusal = chain.find((each) => each instanceof OutgoingRequestRefused);
  const detail = refusal ? String(refusal) : chain.map(nameOf).join(" < ");
  if (refusal) return { kind: "failed", reason: "unavailable", detail };
  const { error: code } = error as { error?: unknown };
  // The provider's own error, in the browser's address or in the answer to the code.
  if (typeof code === "string")
    return { kind: "failed", reason: code === "access_denied" ? "cancelled" : "refused", detail: `${detail} ${code}` };
  return { kind: "failed", reason: "invalid", detail };
}

/** Without values of tokens, which may be in an error's cause. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return `${error.name}${typeof code === "string" ? ` ${code}` : ""}: ${error.message.slice(0, 200)}`;
}
