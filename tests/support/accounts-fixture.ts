/** The accounts service on a database of its own, with a clock that tests set, and mail and limits they can look into. */

import type { DeparturePorts } from "../../app/domains/accounts/departure/ports";
import type { AccountsDependencies } from "../../app/domains/accounts/dependencies";
import { createPasswords } from "../../app/domains/accounts/passwords";
import type { MailMessage } from "../../app/domains/accounts/ports";
import { type AccountsService, createAccountsService } from "../../app/domains/accounts/service";
import type { SingleSignOnPorts } from "../../app/domains/accounts/single-sign-on/ports";
import { setPasswordHash } from "../../app/domains/accounts/user-store";
import type { WorkspaceEvent, WorkspaceEvents } from "../../app/domains/workspaces/ports";
import { createWorkspacesService } from "../../app/domains/workspaces/service";
import { AppError } from "../../app/lib/app-error";
import type { Database } from "../../db/client";
import { subscriptions } from "../../db/schema";
import { createOpenIdAdapter } from "../../workers/adapters/identity/open-id";
import { createSamlAdapter } from "../../workers/adapters/identity/saml";
import { openMigratedDatabase } from "./migrated-database";

export const CLIENT = { address: "192.0.2.1", userAgent: "Test browser" };
/** What the fixture's captcha takes for right. */
export const CAPTCHA_ANSWER = "solved";
export const PASSWORD = "Correct horse 7!";

/** Of little cost: a test makes many accounts. */
const QUICK_COST = 10;

export interface AccountsFixture {
  accounts: AccountsService;
  /** What the service works with, for tests of one part alone. */
  dependencies: AccountsDependencies;
  database: Database;
  mails: MailMessage[];
  texts: { to: string; text: string }[];
  /** What was written to the log. */
  warnings: { event: string; [field: string]: string | null }[];
  events: WorkspaceEvent[];
  clock: { nowMs: number };
  /** Uses taken, by `limit subject`; a name in `usedUp` refuses. */
  taken: Map<string, number>;
  usedUp: Set<string>;
  /** Waits for work that outlives an answer. */
  settle(): Promise<void>;
  /** The code of the newest mail that has a link of this mode. */
  newestCode(mode: string): string;
  /**
   * A person whose address is verified, in a workspace of their own unless they join one. Those of one password have one
   * hash; a password of "" is none.
   */
  addPerson(
    email: string,
    password?: string,
    joinsWorkspaceId?: string,
  ): Promise<{ userId: string; workspaceId: string }>;
  close(): Promise<void>;
}

/**
 * `passwordCost`: where it matters that a password is hashed as in earnest. `singleSignOn`: what is outside for single sign-on; without it there are no configured providers, and domains
 * without records.
 */
export async function openAccounts({
  passwordCost = QUICK_COST,
  singleSignOn,
}: {
  passwordCost?: number;
  singleSignOn?: Partial<SingleSignOnPorts>;
} = {}): Promise<AccountsFixture> {
  const { database, close } = await openMigratedDatabase();
  const clock = { nowMs: Date.UTC(2026, 0, 15, 12) };
  const mails: MailMessage[] = [];
  const texts: { to: string; text: string }[] = [];
  const warnings: AccountsFixture["warnings"] = [];
  const events: WorkspaceEvent[] = [];
  const taken = new Map<string, number>();
  const usedUp = new Set<string>();
  const background = new Set<Promise<unknown>>();
  const passwords = createPasswords(passwordCost);
  const hashes = new Map<string, Promise<string>>();
  /** A hash of a password as the product makes it, made once for all people who have that password. */
  const hashOnce = (password: string) => {
    const hash = hashes.get(password) ?? passwords.hash(password);
    hashes.set(password, hash);
    return hash;
  };
  const check = async (limit: string) => {
    if (usedUp.has(limit)) throw new AppError("rate_limited", 429, "Too many attempts", { retryAfterSeconds: 60 });
  };
  const workspaceEvents: WorkspaceEvents = {
    publish: async (_workspaceId, published) => void events.push(...published),
  };
  const startedExports: string[] = [];
  // Nothing lies outside the database here; erasing that is tested in the worker.
  const departurePorts: DeparturePorts = {
    storage: {
      get: async () => null,
      list: async () => ({ objects: [], delimitedPrefixes: [], truncated: false }),
      delete: async () => {},
    } as unknown as DeparturePorts["storage"],
    eraseChannel: async () => {},
    forgetLimits: async () => {},
    stopWork: async () => {},
    reportError: (event, error) => {
      throw new Error(event, { cause: error });
    },
  };
  const dependencies: AccountsDependencies = {
    database,
    workspaces: createWorkspacesService({ database, events: workspaceEvents }),
    passwords,
    freePlan: {
      openingStatements: (workspaceId, nowMs) => [
        database
          .insert(subscriptions)
          .values({ workspaceId, characterLimit: 10_000, periodStartMs: nowMs, nextResetMs: nowMs + 1 }),
      ],
    },
    events: workspaceEvents,
    mail: { requireConfigured: () => {}, send: async (message) => void mails.push(message) },
    sms: { requireConfigured: () => {}, send: async (message) => void texts.push(message) },
    rateLimits: {
      check,
      take: async (limit, subject) => {
        await check(limit);
        const key = `${limit} ${subject}`;
        taken.set(key, (taken.get(key) ?? 0) + 1);
      },
      giveBack: async (limit, subject) => {
        const key = `${limit} ${subject}`;
        const left = (taken.get(key) ?? 0) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      },
    },
    singleSignOn: {
      configured: [],
      openId: createOpenIdAdapter(),
      saml: createSamlAdapter(),
      domainNames: { findTexts: async () => [] },
      allowsPrivateProviders: true,
      report: () => {},
      ...singleSignOn,
    },
    captcha: {
      kind: "embedded",
      challenge: async () => ({ puzzle: 1 }),
      verify: async (answer) => answer === CAPTCHA_ANSWER,
    },
    identityTokenSecret: async () => "a secret of more than thirty-two characters",
    sealingSecret: async () => "5e".repeat(32),
    origin: "https://parlando.example",
    departure: departurePorts,
    dataExport: { storage: departurePorts.storage, startWork: async (exportId) => void startedExports.push(exportId) },
    staffDomains: ["staff.example"],
    warn: (event, fields) => void warnings.push({ event, ...fields }),
    nowMs: () => clock.nowMs,
    waitUntil: (work) => void background.add(work),
  };
  const accounts = createAccountsService(dependencies);
  async function settle(): Promise<void> {
    while (background.size > 0) {
      const running = [...background];
      background.clear();
      await Promise.all(running);
    }
  }
  return {
    accounts,
    dependencies,
    database,
    mails,
    texts,
    warnings,
    events,
    clock,
    taken,
    usedUp,
    settle,
    async close() {
      await settle();
      await close();
    },
    newestCode(mode) {
      const mail = mails.findLast(({ text }) => text.includes(`mode=${mode}`));
      const code = /oobCode=([0-9a-f]+)/.exec(mail?.text ?? "")?.[1];
      if (!code) throw new Error(`there is no mail with a ${mode} link`);
      return code;
    },
    async addPerson(email, password = PASSWORD, joinsWorkspaceId) {
      const form = { email, password: "", firstName: "Ada", agreesToProductUpdates: false };
      const person = await accounts.createVerifiedPerson(form, joinsWorkspaceId);
      if (!person) throw new Error(`${email} has an account already`);
      if (password !== "") await setPasswordHash(database, person.userId, await hashOnce(password));
      return person;
    },
  };
}
