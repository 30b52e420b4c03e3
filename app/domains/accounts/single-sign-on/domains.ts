/** Mail domains of a workspace's providers. One is used only once a record in its zone has shown whose it is. */
import { AppError } from "../../../lib/app-error";
import type { AccountsDependencies } from "../dependencies";
import { randomHex } from "../secrets";
import type { Acting } from "../security/conditional-rows-store";
import { endedMeanwhile } from "../security/ended-meanwhile";
import { SINGLE_SIGN_ON_MESSAGES as MESSAGES } from "./messages";
import {
  countDomains,
  deleteDomain,
  findDomain,
  findProviderOf,
  findProviderOfDomain,
  markDomainVerified,
  upsertDomain,
} from "./provider-store";
import { endOtherWays } from "./requirement";
import { normalizeDomain, verificationRecord } from "./rules";

export interface SignOnDomain {
  domain: string;
  /** See `verificationRecord`. */
  token: string;
  isVerified: boolean;
}

/**
 * An admin of a workspace, in the session in which they ask: what is asked of members from now on does not end it, and once it
 * has ended nothing more comes of what they asked.
 */
export interface AdminAtWork extends Acting {
  workspaceId: string;
}

export interface Domains {
  /**
   * Adds a domain to a provider, to be verified. One that is verified already goes to this provider with whom it concerns.
   * @throws AppError not_found (404); invalid_request (400) for the domain; conflict (409) where another workspace has it,
   * and at 20 domains; needs_authorization (401) where the session has just ended.
   */
  addDomain(admin: AdminAtWork, providerId: string, domain: string): Promise<void>;
  /**
   * Looks for the domain's record, and counts the domain as the workspace's own when it is there. Where its provider is
   * required, members with such addresses have to come by it from then on.
   * @throws AppError not_found (404); conflict (409) where the record is missing or another workspace was first;
   * engine_not_configured (503) where this installation cannot look; rate_limited (429); needs_authorization (401) where the
   * session ended while it looked.
   */
  verifyDomain(admin: AdminAtWork, domain: string): Promise<void>;
  /** @throws AppError not_found (404). */
  removeDomain(workspaceId: string, domain: string): Promise<void>;
}

const MAX_DOMAINS = 20;
const TOKEN_BYTES = 16;

export function createDomains(dependencies: AccountsDependencies): Domains {
  const { database, singleSignOn, rateLimits, nowMs } = dependencies;

  /** A requirement holds for those at another domain, too. */
  async function endOtherWaysAt(domain: string, { workspaceId, sessionId }: AdminAtWork): Promise<void> {
    const provider = await findProviderOfDomain(database, domain);
    if (provider?.isRequired && provider.workspaceId === workspaceId)
      await endOtherWays(dependencies, { workspaceId, providerId: provider.id }, sessionId ?? "");
  }

  return {
    async addDomain(admin, providerId, input) {
      const { workspaceId } = admin;
      if (!(await findProviderOf(database, workspaceId, providerId)))
        throw new AppError("not_found", 404, MESSAGES.providerNotFound);
      const domain = normalizeDomain(input);
      if (!domain) throw new AppError("invalid_request", 400, MESSAGES.domainInvalid, { param: "domain" });
      const owner = await findProviderOfDomain(database, domain);
      if (owner && owner.workspaceId !== workspaceId) throw conflict(MESSAGES.domainTaken);
      if ((await countDomains(database, providerId)) >= MAX_DOMAINS) throw conflict(MESSAGES.tooManyDomains);
      const verificationToken = randomHex(TOKEN_BYTES);
      const added = { domain, workspaceId, providerId, verificationToken, createdAtMs: nowMs() };
      if (!(await upsertDomain(database, added, admin))) throw endedMeanwhile();
      await endOtherWaysAt(domain, admin);
    },

    async verifyDomain(admin, domain) {
      const { workspaceId } = admin;
      const row = await findDomain(database, workspaceId, domain);
      if (!row) throw domainNotFound();
      if (row.verifiedAtMs !== null) return;
      await rateLimits.take("domain_check_workspace", workspaceId);
      const record = verificationRecord(domain, row.verificationToken);
      const texts = await singleSignOn.domainNames.findTexts(record.name).catch((error: unknown) => {
        if (error instanceof AppError) throw error;
        singleSignOn.report("domain_not_looked_up", { domain, detail: String(error) });
        throw conflict(MESSAGES.recordUnreachable);
      });
      if (!texts.some((text) => text.trim() === record.text)) throw conflict(MESSAGES.recordMissing);
      if (await markDomainVerified(database, domain, admin, nowMs())) return endOtherWaysAt(domain, admin);
      // Somebody verified it at the same moment: we ourselves in another window, or another workspace.
      const owner = await findProviderOfDomain(database, domain);
      if (owner && owner.workspaceId !== workspaceId) throw conflict(MESSAGES.domainTaken);
      if (!owner) throw (await findDomain(database, workspaceId, domain)) ? endedMeanwhile() : domainNotFound();
    },

    async removeDomain(workspaceId, domain) {
      if (!(await deleteDomain(database, workspaceId, domain))) throw domainNotFound();
    },
  };
}

const domainNotFound = () => new AppError("not_found", 404, MESSAGES.domainNotFound);
const conflict = (message: string) => new AppError("conflict", 409, message, { param: "domain" });
