/**
 * The one place where the product is put together: each domain's service with the stores, other services and outside
 * ports it needs. Made for each request; each service when it is first asked for, as few requests need many.
 */
import { createPasswords } from "../../app/domains/accounts/passwords";
import { type AccountsService, createAccountsService } from "../../app/domains/accounts/service";
import { type AnalyticsService, createAnalyticsService } from "../../app/domains/analytics/service";
import { type BillingService, createBillingService } from "../../app/domains/billing/service";
import { createHistoryArchives, type HistoryArchives } from "../../app/domains/history/archives";
import type { ObjectStorage } from "../../app/domains/history/schema";
import { createHistoryService, type HistoryService } from "../../app/domains/history/service";
import { createSharingService, type SharingService } from "../../app/domains/sharing/service";
import { findSpeechModel } from "../../app/domains/speech/models";
import { createSpeechService, type SpeechService } from "../../app/domains/speech/service";
import { CATALOGUE } from "../../app/domains/voices/catalogue";
import { createVoicesService, type VoicesService } from "../../app/domains/voices/service";
import type { WorkspaceEvents } from "../../app/domains/workspaces/ports";
import { createWorkspacesService, type WorkspacesService } from "../../app/domains/workspaces/service";
import { type Database, openDatabase } from "../../db/client";
import { workspaceEvents } from "../../durable-objects/workspace-channel/connect";
import { createCaptcha } from "../adapters/captcha/captcha";
import { listMailbox, type MailboxMessage } from "../adapters/mail/mailbox";
import { createMailPort, deliverMail } from "../adapters/mail/mailer";
import { type InboxMessage, listInbox } from "../adapters/sms/inbox";
import { createSmsPort } from "../adapters/sms/sender";
import {
  acquireSlot,
  checkRateLimit,
  giveBackRateLimit,
  releaseSlot,
  renewSlot,
  spendCaptchaSolution,
  takeRateLimit,
} from "./api/rate-limits";
import { departurePorts } from "./departure-ports";
import type { Env, Variables } from "./env";
import { secretFor } from "./instance-secret";
import { enqueue } from "./jobs/job";
import type { JobServices } from "./jobs/ports";
import { videoWork } from "./jobs/video-work";
import { log } from "./log";
import { mediaPort } from "./media-port";
import { pacedStorage } from "./paced-storage";
import { singleSignOnPorts } from "./single-sign-on-ports";
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
  /** Counts of what happened in browsers. */
  analytics: AnalyticsService;
  /** Links to history items, their pictures and videos. */
  sharing: SharingService;
  speech: SpeechService;
  /** Where sounds, pictures and videos lie. */
  storage: ObjectStorage;
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
  /** The development inbox for text messages; undefined in production. */
  smsInbox: { list(recipient?: string): Promise<InboxMessage[]> } | undefined;
}

export function createServices(surroundings: ServiceSurroundings): Services {
  return new RequestServices(surroundings);
}

class RequestServices implements Services {
  readonly #at: ServiceSurroundings;
  readonly #made: Partial<Services & { engines: ReturnType<typeof speechPool> }> = {};
  readonly database: Database;

  constructor(surroundings: ServiceSurroundings) {
    this.#at = surroundings;
    this.database = openDatabase(surroundings.env);
  }

  get events(): WorkspaceEvents {
    this.#made.events ??= workspaceEvents(this.#at.env, (error, workspaceId) =>
      log.error("publish_failed", error, { workspaceId }),
    );
    return this.#made.events;
  }

  get storage(): ObjectStorage {
    const { env, variables } = this.#at;
    // Only an installation of one process knows since when it serves.
    this.#made.storage ??= variables.SERVING_SINCE_MS === undefined ? env.STORAGE : pacedStorage(env.STORAGE);
    return this.#made.storage;
  }

  get workspaces(): WorkspacesService {
    this.#made.workspaces ??= createWorkspacesService({
      database: this.database,
      defaultFeatures: this.#at.variables.FEATURES,
      events: this.events,
    });
    return this.#made.workspaces;
  }

  get voices(): VoicesService {
    this.#made.voices ??= createVoicesService({ database: this.database, catalogue: CATALOGUE });
    return this.#made.voices;
  }

  get billing(): BillingService {
    const { env, waitUntil } = this.#at;
    this.#made.billing ??= createBillingService({
      database: this.database,
      events: this.events,
      slots: {
        acquire: (workspaceId, slot) => acquireSlot(env, workspaceId, slot),
        renew: (workspaceId, slot) => renewSlot(env, workspaceId, slot),
        release: (workspaceId, holderId) => releaseSlot(env, workspaceId, holderId),
      },
      nowMs: Date.now,
      waitUntil,
      servingSinceMs: this.#servingSinceMs,
    });
    return this.#made.billing;
  }

  get accounts(): AccountsService {
    const { env, variables, origin, waitUntil } = this.#at;
    this.#made.accounts ??= createAccountsService({
      database: this.database,
      workspaces: this.workspaces,
      passwords: createPasswords(variables.PASSWORD_COST),
      freePlan: this.billing,
      events: this.events,
      mail: createMailPort({
        variables,
        database: this.database,
        enqueue: async (message) => void (await enqueue(env, { type: "send_mail", message })),
      }),
      sms: createSmsPort({ variables, database: this.database }),
      rateLimits: {
        take: async (limit, subject) => void (await takeRateLimit(env, limit, subject)),
        check: async (limit, subject) => void (await checkRateLimit(env, limit, subject)),
        giveBack: (limit, subject) => giveBackRateLimit(env, limit, subject),
      },
      singleSignOn: singleSignOnPorts(variables),
      captcha: createCaptcha(variables, {
        secret: () => this.#secretFor("captcha"),
        spend: (solutionId) => spendCaptchaSolution(env, solutionId),
        nowMs: Date.now,
      }),
      identityTokenSecret: () => this.#secretFor("identity-token"),
      sealingSecret: () => this.#secretFor("sealing"),
      origin,
      departure: departurePorts(env),
      dataExport: {
        storage: this.storage,
        startWork: async (exportId) =>
          void (await env.DATA_EXPORT.create({ id: exportId, params: { exportId, origin } })),
        servingSinceMs: this.#servingSinceMs,
      },
      staffDomains: variables.STAFF_EMAIL_DOMAINS ?? [],
      warn: log.warn,
      nowMs: Date.now,
      waitUntil,
    });
    return this.#made.accounts;
  }

  get archives(): HistoryArchives {
    const { env } = this.#at;
    this.#made.archives ??= createHistoryArchives({
      database: this.database,
      storage: this.storage,
      startWork: async (archiveId) => void (await env.HISTORY_ARCHIVE.create({ id: archiveId, params: { archiveId } })),
      archiveChanged: ({ id, workspaceId, state, itemsDone, itemIds }) =>
        this.events.publish(workspaceId, [
          { type: "archive_progress", archiveId: id, state, itemsDone, itemsTotal: itemIds.length },
        ]),
      nowMs: Date.now,
      servingSinceMs: this.#servingSinceMs,
    });
    return this.#made.archives;
  }

  get history(): HistoryService {
    const { env, waitUntil } = this.#at;
    this.#made.history ??= createHistoryService({
      database: this.database,
      storage: this.storage,
      events: this.events,
      transcoder: this.#engines,
      schedulePurge: async (delaySeconds) => void (await enqueue(env, { type: "purge_history" }, { delaySeconds })),
      itemsPurged: (items) => this.sharing.removeOfItems(items),
      waitUntil,
      nowMs: Date.now,
    });
    return this.#made.history;
  }

  get sharing(): SharingService {
    const { env } = this.#at;
    this.#made.sharing ??= createSharingService({
      database: this.database,
      storage: this.storage,
      history: this.history,
      billing: this.billing,
      workspaces: this.workspaces,
      transcoder: this.#engines,
      media: mediaPort(env.MEDIA),
      work: videoWork(env.SHARE_VIDEO, this.events),
      visitorSecret: () => this.#secretFor("visitors"),
      nowMs: Date.now,
      servingSinceMs: this.#servingSinceMs,
    });
    return this.#made.sharing;
  }

  get analytics(): AnalyticsService {
    this.#made.analytics ??= createAnalyticsService({
      database: this.database,
      takeRateLimit: async (address) => void (await takeRateLimit(this.#at.env, "ingest_client", address)),
      nowMs: Date.now,
    });
    return this.#made.analytics;
  }

  get speech(): SpeechService {
    const { variables, waitUntil } = this.#at;
    this.#made.speech ??= createSpeechService({
      engines: this.#engines,
      findModel: (modelId) => findSpeechModel(modelId, variables.SPEECH_ENGINE),
      storage: this.storage,
      billing: this.billing,
      history: this.history,
      voices: this.voices,
      reportError: log.error,
      waitUntil,
      nowMs: Date.now,
    });
    return this.#made.speech;
  }

  get cookieSecrets(): Services["cookieSecrets"] {
    return { cookie: () => this.#secretFor("cookie"), csrf: () => this.#secretFor("csrf") };
  }

  get mail(): JobServices["mail"] {
    return { deliver: (message, messageId) => deliverMail(this.#at.variables, message, messageId) };
  }

  get mailbox(): Services["mailbox"] {
    if (this.#at.variables.APP_ENV === "production") return undefined;
    return { list: (recipient) => listMailbox(this.database, recipient) };
  }

  get smsInbox(): Services["smsInbox"] {
    if (this.#at.variables.APP_ENV === "production") return undefined;
    return { list: (recipient) => listInbox(this.database, recipient) };
  }

  get #engines(): ReturnType<typeof speechPool> {
    this.#made.engines ??= speechPool(this.#at.env);
    return this.#made.engines;
  }

  /** Not told where another installation may be at work on the same database. */
  get #servingSinceMs(): number | undefined {
    return this.#at.variables.DATABASE_URL ? undefined : this.#at.variables.SERVING_SINCE_MS;
  }

  #secretFor(purpose: Parameters<typeof secretFor>[0]): Promise<string> {
    return secretFor(purpose, this.database, this.#at.variables);
  }
}
