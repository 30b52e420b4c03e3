/** Which ways there are to sign in by a provider. Nothing here depends on whether an account exists. */
import type { AccountsDependencies, Client } from "../dependencies";
import { normalizeEmail } from "../rules";
import { openSealedText } from "../sealed-text";
import type { OpenIdProvider, SamlProvider } from "./ports";
import { findProvider, findProviderOfDomain, type ProviderRow } from "./provider-store";
import { domainOfEmail } from "./rules";

/** A provider as everybody may see it. */
export interface SignOnProvider {
  /** Part of its addresses. */
  key: string;
  label: string;
  kind: "oidc" | "saml";
  /** Of a workspace: its members may sign in by it only. */
  isRequired: boolean;
}

/** A provider with what is needed to speak to it. `workspaceId` is null for one of the installation. */
export type ReachableProvider = { key: string; workspaceId: string | null } & (
  | { kind: "oidc"; openId: OpenIdProvider }
  | { kind: "saml"; saml: SamlProvider }
);

export interface Directory {
  /** Providers of the installation, in the order of its settings. */
  listConfigured(): SignOnProvider[];
  /**
   * The provider of a work address's domain, or null. The domain has to be verified.
   * @throws AppError rate_limited (429).
   */
  findByEmail(email: string, client: Client): Promise<SignOnProvider | null>;
}

type DirectoryDependencies = Pick<AccountsDependencies, "database" | "singleSignOn" | "sealingSecret">;

export function createDirectory({
  database,
  singleSignOn,
  rateLimits,
}: Pick<AccountsDependencies, "database" | "singleSignOn" | "rateLimits">): Directory {
  return {
    listConfigured: () =>
      singleSignOn.configured.map(({ name, label }) => ({
        key: name,
        label,
        kind: "oidc" as const,
        isRequired: false,
      })),
    async findByEmail(input, client) {
      await rateLimits.take("sso_lookup_client", client.address);
      const email = normalizeEmail(input);
      const provider = email ? await findProviderOfEmail(database, email) : undefined;
      if (!provider) return null;
      return signOnProvider(provider);
    },
  };
}

/** A workspace's provider as everybody may see it. */
export function signOnProvider({ id, name, kind, isRequired }: ProviderRow): SignOnProvider {
  return { key: id, label: name, kind, isRequired };
}

/** The connected provider of a verified domain. `email` in its stored form. */
export async function findProviderOfEmail(
  database: DirectoryDependencies["database"],
  email: string,
): Promise<ProviderRow | undefined> {
  const domain = domainOfEmail(email);
  const provider = domain ? await findProviderOfDomain(database, domain) : undefined;
  return provider && isConnected(provider) ? provider : undefined;
}

/** Whether a provider's own values are there; until then it is only named. */
export function isConnected({ kind, issuer, clientId, entryPoint, certificate }: ProviderRow): boolean {
  if (issuer === "") return false;
  return kind === "oidc" ? clientId !== null : entryPoint !== null && certificate !== null;
}

/** A client secret is sealed for its provider alone. */
export const secretContext = (providerId: string) => `sso-provider:${providerId}`;

/** Everything that is needed to speak to a provider, or null for one that is not there or not connected yet. */
export async function findReachableProvider(
  { database, singleSignOn, sealingSecret }: DirectoryDependencies,
  key: string,
): Promise<ReachableProvider | null> {
  const configured = singleSignOn.configured.find(({ name }) => name === key);
  if (configured) {
    const { issuer, clientId, clientSecret } = configured;
    return { key, workspaceId: null, kind: "oidc", openId: { issuer, clientId, clientSecret, isTrusted: true } };
  }
  const row = await findProvider(database, key);
  if (!row || !isConnected(row)) return null;
  const { workspaceId, issuer } = row;
  if (row.kind === "saml") {
    const saml = { issuer, entryPoint: row.entryPoint ?? "", certificate: row.certificate ?? "" };
    return { key, workspaceId, kind: "saml", saml };
  }
  const sealed = row.sealedClientSecret;
  const clientSecret = sealed && (await openSealedText(sealed, secretContext(key), await sealingSecret()));
  // Sealed with another installation's key: better not at all than as a client without a secret.
  if (sealed && clientSecret === null) return null;
  const isTrusted = singleSignOn.allowsPrivateProviders;
  return { key, workspaceId, kind: "oidc", openId: { issuer, clientId: row.clientId ?? "", clientSecret, isTrusted } };
}
