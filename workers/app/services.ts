/**
 * The one place where the product is put together: each domain's service with the stores, other services and outside
 * ports it needs. Made once per request (cheap: closures over the isolate's database client).
 */
import { deriveSecret } from "../../app/domains/accounts/secrets";
import { type AccountsService, createAccountsService } from "../../app/domains/accounts/service";
import { type BillingService, createBillingService } from "../../app/domains/billing/service";
import { createHistoryArchives, type HistoryArchives } from "../../app/domains/history/archives";
import { createHistoryService, type HistoryService } from "../../app/domains/history/service";
import { findSpeechModel } from "../../app/domains/speech/models";
import { createSpeechService, type SpeechService } from "../../app/domains/speech/service";
import { CATALOGUE } from "../../app/domains/voices/catalogue";
import { createVoicesService, type VoicesService } from "../../app/domains/voices/service";
import type { WorkspaceEvents } from "../../app/domains/workspaces/ports";
import { createWorkspacesService, type WorkspacesService } from "../../app/domains/workspaces/service";
import { type Database, openDatabase } from "../../db/client";
import { workspaceEvents } from "../../durable-objects/workspace-channel/connect";
import { listMailbox, type MailboxMessage } from "../adapters/mail/mailbox";
import { createMailPort, deliverMail } from "../adapters/mail/mailer";
import { acquireSlot, checkRateLimit, releaseSlot, takeRateLimit } from "./api/rate-limits";
import type { Env, Variables } from "./env";
import { instanceSecret } from "./instance-secret";
import { enqueue } from "./jobs/job";
import type { JobServices } from "./jobs/ports";
import { log } from "./log";
import { speechPool } from "./speech-pool";

export interface ServiceSurroundings {
  env: Env;
  variables: Variables;
  /** Public origin of the site, for links in mails and answers. */
  origin: string;
  /** Work that may outlive the response. */
  waitUntil(work: Promise<unknown>): void;
}

export interface Services {
  database: Database;
  accounts: AccountsService;
  billing: BillingService;
  history: HistoryService;
  speech: SpeechService;
  voices: VoicesService;
  workspaces: WorkspacesService;
  /** Zips of many history items, made in the background. */
  archives: HistoryArchives;
  /** For the job that delivers queued mail. */
  mail: JobServices["mail"];
  /** Tells open tabs of a workspace what changed. */
  events: WorkspaceEvents;
  /** Secrets of the browser's cookies and forms. */
  cookieSecrets: { cookie(): Promise<string>; csrf(): Promise<string> };
  /** The development mailbox; undefined in production. */
  mailbox: { list(recipient?: string): Promise<MailboxMessage[]> } | undefined;
}

export function createServices(surroundings: ServiceSurroundings): Services {
  const database = openDatabase(surroundings.env);
  const { env, variables, origin, waitUntil } = surroundings;
  // Another installation may be at work on the same database.
  const servingSinceMs = variables.DATABASE_URL ? undefined : variables.SERVING_SINCE_MS;
  const secretFor = async (purpose: Parameters<typeof deriveSecret>[1]) =>
    deriveSecret(await instanceSecret(database, variables), purpose);
  const events = workspaceEvents(env, (error, workspaceId) => log.error("publish_failed", error, { workspaceId }));
  const workspaces = createWorkspacesService({ database });
  const billing = createBillingService({
    database,
    events,
    slots: {
      acquire: (workspaceId, slot) => acquireSlot(env, workspaceId, slot),
      release: (workspaceId, holderId) => releaseSlot(env, workspaceId, holderId),
    },
    nowMs: Date.now,
    waitUntil,
    servingSinceMs,
  });
  const voices = createVoicesService({ database, catalogue: CATALOGUE });
  const mail = createMailPort({
    variables,
    database,
    enqueue: async (message) => void (await enqueue(env, { type: "send_mail", message })),
  });
  const accounts = createAccountsService({
    database,
    workspaces,
    freePlan: billing,
    events,
    mail,
    rateLimits: {
      take: async (limit, subject) => void (await takeRateLimit(env, limit, subject)),
      check: async (limit, subject) => void (await checkRateLimit(env, limit, subject)),
    },
    identityTokenSecret: () => secretFor("identity-token"),
    origin,
    nowMs: Date.now,
    waitUntil,
  });
  const archives = createHistoryArchives({
    database,
    storage: env.STORAGE,
    startWork: async (archiveId) => void (await env.HISTORY_ARCHIVE.create({ id: archiveId, params: { archiveId } })),
    archiveChanged: ({ id, workspaceId, state, itemsDone, itemIds }) =>
      events.publish(workspaceId, [
        { type: "archive_progress", archiveId: id, state, itemsDone, itemsTotal: itemIds.length },
      ]),
    nowMs: Date.now,
    servingSinceMs,
  });
  const engines = speechPool(env);
  const history = createHistoryService({
    database,
    storage: env.STORAGE,
    events,
    transcoder: engines,
    schedulePurge: async (delaySeconds) => void (await enqueue(env, { type: "purge_history" }, { delaySeconds })),
    waitUntil,
    nowMs: Date.now,
  });
  const speech = createSpeechService({
    engines,
    findModel: (modelId) => findSpeechModel(modelId, variables.SPEECH_ENGINE),
    storage: env.STORAGE,
    billing,
    history,
    voices,
    reportError: log.error,
    waitUntil,
    nowMs: Date.now,
  });
  return {
    database,
    accounts,
    archives,
    billing,
    history,
    speech,
    voices,
    workspaces,
    events,
    cookieSecrets: { cookie: () => secretFor("cookie"), csrf: () => secretFor("csrf") },
    mail: { deliver: (message, messageId) => deliverMail(variables, message, messageId) },
    mailbox: variables.APP_ENV === "production" ? undefined : { list: (recipient) => listMailbox(database, recipient) },
  };
}
