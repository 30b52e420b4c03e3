/** What single sign-on needs from outside: the two protocols, and names on the network. Adapters are in `workers/adapters`. */

/** An OpenID Connect provider, as the adapter speaks to it. */
export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  /** Null for a client without one. */
  clientSecret: string | null;
  /** From the installation's own settings; others are reached by guarded requests only. */
  isTrusted: boolean;
}

/** A SAML 2.0 identity provider. */
export interface SamlProvider {
  /** Its entity id. */
  issuer: string;
  /** Where people are sent, by HTTP-Redirect. */
  entryPoint: string;
  /** Certificates that sign assertions, each in PEM. */
  certificate: string;
}

/** Ourselves, as a SAML provider knows us. */
export interface SamlServiceProvider {
  entityId: string;
  /** Assertion consumer service: where assertions are posted to. */
  acsUrl: string;
}

/** What a provider says about somebody. */
export interface ProvidedIdentity {
  /** Stays the same for one person at one provider. */
  subject: string;
  /** As the provider wrote it. */
  email: string | null;
  /** OpenID Connect's `email_verified`. SAML has none: what its provider says about its own domain counts. */
  isEmailVerified: boolean;
  firstName: string;
}

/** Why a provider's answer was not taken; `detail` is for the log. */
export interface ProviderFailure {
  kind: "failed";
  reason: /** It could not be reached, or not in time. */
    | "unavailable"
    /** The person changed their mind. */
    | "cancelled"
    /** It answered with an error of its own. */
    | "refused"
    /** What it answered does not hold: signature, audience, time, or not ours. */
    | "invalid";
  detail: string;
}

export interface OpenIdRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface OpenIdPort {
  /** Reads the provider's own description. */
  check(provider: OpenIdProvider): Promise<{ kind: "ok" } | ProviderFailure>;
  /** The address at the provider where the browser is sent. */
  begin(provider: OpenIdProvider, request: OpenIdRequest): Promise<{ kind: "go"; url: string } | ProviderFailure>;
  /** Exchanges the code of an answer, checking state, nonce and every signature. `callbackUrl` as the browser came to it. */
  finish(
    provider: OpenIdProvider,
    callbackUrl: URL,
    request: OpenIdRequest,
  ): Promise<{ kind: "identity"; identity: ProvidedIdentity } | ProviderFailure>;
}

export interface SamlPort {
  /** The address at the provider where the browser is sent, with a request of this id. */
  begin(
    provider: SamlProvider,
    us: SamlServiceProvider,
    request: { requestId: string; relayState: string },
  ): Promise<string>;
  /** Checks a posted response (base64): it answers `requestId`, is signed, meant for us and in time. */
  finish(
    provider: SamlProvider,
    us: SamlServiceProvider,
    answer: { response: string; requestId: string },
  ): Promise<
    { kind: "identity"; identity: ProvidedIdentity; assertionId: string; expiresAtMs: number } | ProviderFailure
  >;
  /** Our own metadata, as XML. */
  describe(us: SamlServiceProvider): Promise<string>;
  /** What a provider's metadata says, or null when it is not the metadata of one. */
  readMetadata(xml: string): Promise<SamlProvider | null>;
  /** Certificates in PEM from PEM or bare base64, or null when there is something else. */
  readCertificates(text: string): string | null;
}

export interface DomainNamesPort {
  /**
   * TXT records of a name.
   * @throws AppError engine_not_configured (503), naming the setting, where names cannot be looked up.
   */
  findTexts(name: string): Promise<string[]>;
}

/** A provider from the installation's settings, `OIDC_PROVIDERS`. */
export interface ConfiguredProvider {
  /** Short and stable: part of addresses, and what people's identities are kept by. */
  name: string;
  /** As people read it: "Sign in with {label}". */
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string | null;
}

/** What is put together for single sign-on by `workers/app/services.ts`. */
export interface SingleSignOnPorts {
  configured: readonly ConfiguredProvider[];
  openId: OpenIdPort;
  saml: SamlPort;
  domainNames: DomainNamesPort;
  /** Whether providers of workspaces may be in this installation's own network: outside production only. */
  allowsPrivateProviders: boolean;
  report(event: string, detail: Record<string, string>): void;
}
