/** How a workspace's admins connect identity providers. The caller has seen to it that an admin asks. */
import { AppError } from "../../../lib/app-error";
import { newId } from "../../../lib/ids";
import type { AccountsDependencies, Client } from "../dependencies";
import { publishWorkspaceChanged } from "../document-changes";
import { sealText } from "../sealed-text";
import { endedMeanwhile } from "../security/ended-meanwhile";
import { securityEvent } from "../security/security-events";
import { openIdRedirectUri, samlServiceProvider } from "./addresses";
import { isConnected, secretContext } from "./directory";
import { type AdminAtWork, createDomains, type Domains, type SignOnDomain } from "./domains";
import { SINGLE_SIGN_ON_MESSAGES as MESSAGES } from "./messages";
import {
  deleteProvider,
  findProvider,
  findProviderOf,
  insertProvider,
  type ProviderRow,
  selectDomains,
  selectProviders,
  updateProvider,
} from "./provider-store";
import { endOtherWays } from "./requirement";
import { providerName, providerUrlProblem } from "./rules";

/** A provider as an admin sees it; its secret is never shown again. */
export interface ManagedProvider {
  id: string;
  name: string;
  kind: "oidc" | "saml";
  issuer: string;
  clientId: string;
  hasClientSecret: boolean;
  entryPoint: string;
  certificate: string;
  isConnected: boolean;
  isRequired: boolean;
  /** What the provider has to know about us. */
  ours: { redirectUri: string; entityId: string; acsUrl: string };
  domains: SignOnDomain[];
}

export interface ProviderAdministration extends Domains {
  listProviders(workspaceId: string): Promise<ManagedProvider[]>;
  /**
   * The first step: a provider with a name, whose own values follow once it knows ours. Answers its id.
   * @throws AppError invalid_request (400) for the name; conflict (409) at 5 providers.
   */
  addProvider(workspaceId: string, provider: { kind: "oidc" | "saml"; name: string }): Promise<string>;
  /**
   * Connects an OpenID Connect provider, whose description is read first. An empty secret keeps the one there is.
   * @throws AppError not_found (404); invalid_request (400), naming the field; needs_authorization (401) where the admin's
   * session ended while it was read.
   */
  connectOpenId(
    admin: AdminAtWork,
    providerId: string,
    values: { issuer: string; clientId: string; clientSecret: string },
  ): Promise<void>;
  /**
   * Connects a SAML provider by its metadata, or by single values where that is empty.
   * @throws AppError as `connectOpenId`.
   */
  connectSaml(
    admin: AdminAtWork,
    providerId: string,
    values: { metadata: string; issuer: string; entryPoint: string; certificate: string },
  ): Promise<void>;
  /**
   * Whether members with an address at its verified domains have to sign in by it. Once they have to, sessions end that they
   * opened another way, but the one in which the admin asks. Noted for that admin.
   * @throws AppError not_found (404); conflict (409) while nobody could.
   */
  setRequired(admin: AdminAtWork, providerId: string, isRequired: boolean, client: Client): Promise<void>;
  /** Removes a provider; people keep their accounts and sessions. @throws AppError not_found (404). */
  removeProvider(workspaceId: string, providerId: string): Promise<void>;
  /** Our metadata for a SAML provider, as XML. @throws AppError not_found (404). */
  describeOurselves(providerId: string): Promise<string>;
}

const MAX_PROVIDERS = 5;
const MAX_TEXT_LENGTH = 2048;

export function createProviderAdministration(dependencies: AccountsDependencies): ProviderAdministration {
  const { database, singleSignOn, sealingSecret, origin, nowMs } = dependencies;
  const { allowsPrivateProviders } = singleSignOn;

  async function getProvider(workspaceId: string, providerId: string, kind?: ProviderRow["kind"]) {
    const provider = await findProviderOf(database, workspaceId, providerId);
    if (!provider || (kind && provider.kind !== kind)) throw notFound();
    return provider;
  }

  /** `whoGoesThere`: only we have to stay out of private networks; a browser may be at home in one. */
  function requireProviderUrl(param: string, input: string, whoGoesThere: "we" | "browsers"): string {
    const problem = providerUrlProblem(input, allowsPrivateProviders);
    if (problem === "not_an_address" || input.length > MAX_TEXT_LENGTH) throw invalid(param, MESSAGES.urlInvalid);
    if (problem === "not_https") throw invalid(param, MESSAGES.urlNotHttps);
    if (problem === "private" && whoGoesThere === "we") throw invalid(param, MESSAGES.urlPrivate);
    return input;
  }

  return {
    ...createDomains(dependencies),

    async listProviders(workspaceId) {
      const [providers, domains] = await Promise.all([
        selectProviders(database, workspaceId),
        selectDomains(database, workspaceId),
      ]);
      return providers.map((provider) => ({
        id: provider.id,
        name: provider.name,
        kind: provider.kind,
        issuer: provider.issuer,
        clientId: provider.clientId ?? "",
        hasClientSecret: provider.sealedClientSecret !== null,
        entryPoint: provider.entryPoint ?? "",
        certificate: provider.certificate ?? "",
        isConnected: isConnected(provider),
        isRequired: provider.isRequired,
        ours: { redirectUri: openIdRedirectUri(origin, provider.id), ...samlServiceProvider(origin, provider.id) },
        domains: domains
          .filter(({ providerId }) => providerId === provider.id)
          .map(({ domain, verificationToken: token, verifiedAtMs }) => ({
            domain,
            token,
            isVerified: verifiedAtMs !== null,
          })),
      }));
    },

    async addProvider(workspaceId, { kind, name: input }) {
      const name = providerName(input);
      if (!name) throw invalid("name", MESSAGES.nameInvalid);
      if ((await selectProviders(database, workspaceId)).length >= MAX_PROVIDERS)
        throw new AppError("conflict", 409, MESSAGES.tooManyProviders, { param: "name" });
      const now = nowMs();
      const id = newId("idp", now);
      await insertProvider(database, { id, workspaceId, kind, name, issuer: "", createdAtMs: now, updatedAtMs: now });
      return id;
    },

    async connectOpenId(admin, providerId, values) {
      const { sealedClientSecret } = await getProvider(admin.workspaceId, providerId, "oidc");
      const issuer = requireProviderUrl("issuer", values.issuer.trim(), "we");
      const clientId = values.clientId.trim();
      if (clientId === "" || clientId.length > MAX_TEXT_LENGTH) throw invalid("client_id", MESSAGES.clientIdMissing);
      const clientSecret = values.clientSecret.trim();
      const checked = await singleSignOn.openId.check({
        issuer,
        clientId,
        clientSecret: clientSecret || null,
        isTrusted: allowsPrivateProviders,
      });
      if (checked.kind === "failed") {
        singleSignOn.report("identity_provider_not_read", { issuer, detail: checked.detail });
        throw invalid("issuer", MESSAGES.issuerUnreachable);
      }
      const secret = clientSecret
        ? await sealText(clientSecret, secretContext(providerId), await sealingSecret())
        : sealedClientSecret;
      await update(admin, providerId, { issuer, clientId, sealedClientSecret: secret });
    },

    async connectSaml(admin, providerId, values) {
      await getProvider(admin.workspaceId, providerId, "saml");
      if (values.metadata.trim() !== "") {
        const read = await singleSignOn.saml.readMetadata(values.metadata);
        if (!read) throw invalid("metadata", MESSAGES.metadataInvalid);
        requireProviderUrl("metadata", read.entryPoint, "browsers");
        await update(admin, providerId, read);
        return;
      }
      const issuer = values.issuer.trim();
      if (issuer === "" || issuer.length > MAX_TEXT_LENGTH) throw invalid("issuer", MESSAGES.issuerMissing);
      const entryPoint = requireProviderUrl("entry_point", values.entryPoint.trim(), "browsers");
      const certificate = singleSignOn.saml.readCertificates(values.certificate);
      if (!certificate) throw invalid("certificate", MESSAGES.certificateInvalid);
      await update(admin, providerId, { issuer, entryPoint, certificate });
    },

    async setRequired(admin, providerId, isRequired, client) {
      const { workspaceId, userId, sessionId = "" } = admin;
      const provider = await getProvider(workspaceId, providerId);
      if (isRequired) {
        const domains = await selectDomains(database, workspaceId);
        const leads = domains.some((each) => each.providerId === providerId && each.verifiedAtMs !== null);
        if (!leads || !isConnected(provider))
          throw new AppError("conflict", 409, MESSAGES.requiredTooEarly, { param: "required" });
      }
      await update(admin, providerId, { isRequired });
      const detail = isRequired ? "required" : "";
      await securityEvent(dependencies, userId, "single_sign_on_rule_changed", client, detail);
      if (isRequired) await endOtherWays(dependencies, { workspaceId, providerId }, sessionId);
    },

    async removeProvider(workspaceId, providerId) {
      if (!(await deleteProvider(database, workspaceId, providerId))) throw notFound();
      publishWorkspaceChanged(dependencies, workspaceId, ["identity_providers"]);
    },

    async describeOurselves(providerId) {
      const provider = await findProvider(database, providerId);
      if (provider?.kind !== "saml") throw notFound();
      return singleSignOn.saml.describe(samlServiceProvider(origin, providerId));
    },
  };

  async function update(admin: AdminAtWork, providerId: string, changes: Partial<ProviderRow>): Promise<void> {
    const values = { ...changes, updatedAtMs: nowMs() };
    if (!(await updateProvider(database, admin, providerId, values))) {
      await getProvider(admin.workspaceId, providerId);
      // Whoever was shut out meanwhile would come in by a provider of theirs again and again.
      throw endedMeanwhile();
    }
    publishWorkspaceChanged(dependencies, admin.workspaceId, ["identity_providers"]);
  }
}

const notFound = () => new AppError("not_found", 404, MESSAGES.providerNotFound);
const invalid = (param: string, message: string) => new AppError("invalid_request", 400, message, { param });
