/** Where providers find us. Each provider has addresses of its own, so that an answer of one cannot pass for one of another. */
import type { SamlServiceProvider } from "./ports";

/** Where an OpenID Connect provider sends the browser back to. */
export function openIdRedirectUri(origin: string, providerKey: string): string {
  return `${origin}/app/sso/openid/${providerKey}/callback`;
}

/** What a SAML provider has to know about us. Our metadata is at the entity id. */
export function samlServiceProvider(origin: string, providerId: string): SamlServiceProvider {
  const base = `${origin}/app/sso/saml/${providerId}`;
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs` };
}

/** Whether a path is where browsers post what a SAML provider gave them: the one thing that is taken from other sites. */
export function isSamlAnswerPath(path: string): boolean {
  return /^\/app\/sso\/saml\/[\w-]+\/acs$/.test(path);
}

/** Where a browser sets out for a provider. */
export function startPath(providerKey: string): string {
  return `/app/sso/start/${providerKey}`;
}
