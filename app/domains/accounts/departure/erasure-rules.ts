/**
 * Which rows of which table go with a person, and which with a workspace. Every table of the schema has to be here: a new one
 * without an entry does not compile, and a test fails where an entry leaves a row.
 */
import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../../db/client";
import * as schema from "../../../../db/schema";

type Schema = typeof schema;
export type TableName = { [Name in keyof Schema]: Schema[Name] extends SQLiteTable ? Name : never }[keyof Schema];

/** Whose rows go, with all by which rows name a person. */
export interface ErasedPerson {
  userId: string;
  email: string;
  /** SHA-256 of the address. */
  emailHash: string;
  /** Of the second factor, or null. */
  phone: string | null;
}

export interface ErasureRule {
  /** Rows that go with a workspace. */
  ofWorkspace?: (workspaceId: string, database: Database) => SQL;
  /** Rows that go with a person, wherever they are. */
  ofPerson?: (person: ErasedPerson, database: Database) => SQL;
  /** Why there is nothing to erase, or what takes care of it. */
  otherwise?: string;
}

const workspace = (column: SQLiteColumn) => ({ ofWorkspace: (workspaceId: string) => eq(column, workspaceId) });
const person = (column: SQLiteColumn) => ({ ofPerson: ({ userId }: ErasedPerson) => eq(column, userId) });
const both = (workspaceId: SQLiteColumn, userId: SQLiteColumn) => ({ ...workspace(workspaceId), ...person(userId) });
/** Whether a text holds another; free of the wildcards of `LIKE`. */
const holds = (column: SQLiteColumn, text: string) => sql`instr(${column}, ${text}) > 0`;

const providersOf = (database: Database, workspaceId: string) =>
  database
    .select({ id: schema.identityProviders.id })
    .from(schema.identityProviders)
    .where(eq(schema.identityProviders.workspaceId, workspaceId));

/** In the order in which rows go: those that are found by others before those. */
export const ERASURE_RULES: Record<TableName, ErasureRule> = {
  // What is found by other rows.
  sharePlays: {
    ofWorkspace: (workspaceId, database) =>
      inArray(
        schema.sharePlays.shareId,
        database.select({ id: schema.shares.id }).from(schema.shares).where(eq(schema.shares.workspaceId, workspaceId)),
      ),
  },
  identities: {
    // Also of others who signed in by the workspace's provider, which is gone with it.
    ofWorkspace: (workspaceId, database) => inArray(schema.identities.providerKey, providersOf(database, workspaceId)),
    ...person(schema.identities.userId),
  },
  ssoRequests: {
    ofWorkspace: (workspaceId, database) => inArray(schema.ssoRequests.providerKey, providersOf(database, workspaceId)),
    ...person(schema.ssoRequests.linkToUserId),
  },
  // Before the factor that says the number.
  smsInboxMessages: { ofPerson: ({ phone }) => eq(schema.smsInboxMessages.recipient, phone ?? "") },
  ssoDomains: workspace(schema.ssoDomains.workspaceId),
  identityProviders: workspace(schema.identityProviders.workspaceId),

  // What was made. In a workspace that goes on it stays, without the person's name: see `handOverStatements`.
  shareCards: workspace(schema.shareCards.workspaceId),
  shareVideos: workspace(schema.shareVideos.workspaceId),
  shares: workspace(schema.shares.workspaceId),
  historyArchives: both(schema.historyArchives.workspaceId, schema.historyArchives.userId),
  historyItems: workspace(schema.historyItems.workspaceId),
  historySearchKeys: { otherwise: "goes with its history item, by a trigger, as the search index does" },
  audioFiles: workspace(schema.audioFiles.workspaceId),
  voiceSettings: workspace(schema.voiceSettings.workspaceId),
  usageDays: workspace(schema.usageDays.workspaceId),
  creditReservations: workspace(schema.creditReservations.workspaceId),
  subscriptions: workspace(schema.subscriptions.workspaceId),
  analyticsDays: workspace(schema.analyticsDays.workspaceId),
  workspaceFeatures: workspace(schema.workspaceFeatures.workspaceId),

  // What belongs to the person.
  apiKeys: both(schema.apiKeys.workspaceId, schema.apiKeys.userId),
  singleUseTokens: both(schema.singleUseTokens.workspaceId, schema.singleUseTokens.userId),
  dataExports: both(schema.dataExports.workspaceId, schema.dataExports.userId),
  sessions: both(schema.sessions.workspaceId, schema.sessions.userId),
  actionCodes: person(schema.actionCodes.userId),
  totpFactors: person(schema.totpFactors.userId),
  smsFactors: person(schema.smsFactors.userId),
  factorCodes: person(schema.factorCodes.userId),
  backupCodes: person(schema.backupCodes.userId),
  passkeys: person(schema.passkeys.userId),
  passkeyChallenges: person(schema.passkeyChallenges.userId),
  pendingSignIns: person(schema.pendingSignIns.userId),
  knownDevices: person(schema.knownDevices.userId),
  securityEvents: person(schema.securityEvents.userId),
  supportAccess: person(schema.supportAccess.userId),
  checklistItems: person(schema.checklistItems.userId),
  preSignUps: { ofPerson: ({ email }) => eq(schema.preSignUps.email, email) },
  adVisits: { ofPerson: ({ emailHash }) => eq(schema.adVisits.emailHash, emailHash) },
  mailboxMessages: {
    // Of the development mailbox: also mails to others that name the address.
    ofPerson: ({ email }) =>
      sql`(${eq(schema.mailboxMessages.recipient, email)} OR ${holds(schema.mailboxMessages.text, email)})`,
  },
  failedJobs: {
    ofWorkspace: (workspaceId) => holds(schema.failedJobs.body, workspaceId),
    ofPerson: ({ userId, email }) =>
      or(holds(schema.failedJobs.body, userId), holds(schema.failedJobs.body, `"${email}"`)) ?? sql`FALSE`,
  },

  // What says nothing of anybody.
  completedJobs: { otherwise: "ids of jobs alone, forgotten after two weeks" },
  instanceSettings: { otherwise: "belongs to the installation" },
  takenAssertions: { otherwise: "hashes of assertions, kept until they expire so that none is taken twice" },

  // What everything hangs on goes at the very end, see `erasure.ts`.
  workspaceMembers: both(schema.workspaceMembers.workspaceId, schema.workspaceMembers.userId),
  workspaces: { ofWorkspace: (workspaceId) => eq(schema.workspaces.id, workspaceId) },
  users: { ofPerson: ({ userId }) => eq(schema.users.id, userId) },
  accountDeletions: person(schema.accountDeletions.userId),
};

export const TABLE_NAMES = Object.keys(ERASURE_RULES) as TableName[];
/** With rows that go with a workspace, and with a person, in the order in which they go. */
export const TABLES_OF_WORKSPACES = TABLE_NAMES.filter((name) => ERASURE_RULES[name].ofWorkspace);
export const TABLES_OF_PEOPLE = TABLE_NAMES.filter((name) => ERASURE_RULES[name].ofPerson);

/** The table of a name, for statements that are the same for all. */
// biome-ignore lint/performance/noDynamicNamespaceImportAccess: any of them may be asked for
export const tableOf = (name: TableName): SQLiteTable => schema[name];
