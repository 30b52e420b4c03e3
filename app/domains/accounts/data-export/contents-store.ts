/** What is kept about a person, as it goes into their zip: no hashes, no secrets, nobody else's. */
import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import * as schema from "../../../../db/schema";
import { sha256Hex } from "../secrets";

const PAGE = 200;

/** The small documents, each a file of the zip. Undefined for somebody who is gone. */
export async function readDocuments(database: Database, userId: string) {
  const { users, sessions, apiKeys, securityEvents, shares, usageDays, supportAccess, workspaceMembers } = schema;
  const [found, memberships, openSessions, keys, events, shared, usage, support, settings] = await database.batch([
    database.select().from(users).where(eq(users.id, userId)),
    database
      .select({
        workspaceId: schema.workspaces.id,
        name: schema.workspaces.name,
        role: workspaceMembers.role,
        joinedAtMs: workspaceMembers.createdAtMs,
      })
      .from(workspaceMembers)
      .innerJoin(schema.workspaces, eq(schema.workspaces.id, workspaceMembers.workspaceId))
      .where(eq(workspaceMembers.userId, userId)),
    database
      .select({
        userAgent: sessions.userAgent,
        place: sessions.place,
        firstFactor: sessions.firstFactor,
        createdAtMs: sessions.createdAtMs,
        lastSeenAtMs: sessions.lastSeenAtMs,
        expiresAtMs: sessions.expiresAtMs,
        revokedAtMs: sessions.revokedAtMs,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(asc(sessions.createdAtMs)),
    database
      .select({
        id: apiKeys.id,
        workspaceId: apiKeys.workspaceId,
        name: apiKeys.name,
        preview: apiKeys.preview,
        scopes: apiKeys.scopes,
        creditLimit: apiKeys.creditLimit,
        createdAtMs: apiKeys.createdAtMs,
        lastUsedAtMs: apiKeys.lastUsedAtMs,
      })
      .from(apiKeys)
      .where(eq(apiKeys.userId, userId)),
    database
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.userId, userId))
      .orderBy(asc(securityEvents.createdAtMs)),
    database.select().from(shares).where(eq(shares.userId, userId)).orderBy(asc(shares.createdAtMs)),
    database.select().from(usageDays).where(eq(usageDays.userId, userId)).orderBy(asc(usageDays.day)),
    database.select().from(supportAccess).where(eq(supportAccess.userId, userId)),
    database
      .select({
        workspaceId: schema.voiceSettings.workspaceId,
        voiceId: schema.voiceSettings.voiceId,
        stability: schema.voiceSettings.stability,
        similarityBoost: schema.voiceSettings.similarityBoost,
        style: schema.voiceSettings.style,
        useSpeakerBoost: schema.voiceSettings.useSpeakerBoost,
        speed: schema.voiceSettings.speed,
      })
      .from(schema.voiceSettings)
      .innerJoin(
        workspaceMembers,
        and(eq(workspaceMembers.workspaceId, schema.voiceSettings.workspaceId), eq(workspaceMembers.userId, userId)),
      ),
  ]);
  const user = found[0];
  if (!user) return undefined;
  const { passwordHash: _hash, referredBy: _other, ...profile } = user;
  return {
    "profile.json": { ...profile, workspaces: memberships, signIn: await readWaysOfSigningIn(database, userId) },
    "sessions.json": openSessions,
    "api-keys.json": keys,
    "usage.json": usage.map(({ userId: _self, ...day }) => day),
    "shares.json": shared.map(({ userId: _self, ...share }) => share),
    "security-events.json": events.map(({ userId: _self, ...event }) => event),
    "support-access.json": support.map(({ userId: _self, staffUserId: _staff, ...access }) => access),
    "settings.json": { voices: settings, checklist: await readChecklist(database, userId) },
    "advertising.json": await readAdVisits(database, user.email),
    "sign-up.json": await readSignUp(database, user.email),
  };
}

async function readWaysOfSigningIn(database: Database, userId: string) {
  const { identities, knownDevices, passkeys, smsFactors, totpFactors } = schema;
  const [providers, keys, apps, phones, devices] = await database.batch([
    database
      .select({
        provider: identities.providerKey,
        subject: identities.subject,
        email: identities.email,
        createdAtMs: identities.createdAtMs,
      })
      .from(identities)
      .where(eq(identities.userId, userId)),
    database
      .select({ name: passkeys.name, createdAtMs: passkeys.createdAtMs, lastUsedAtMs: passkeys.lastUsedAtMs })
      .from(passkeys)
      .where(eq(passkeys.userId, userId)),
    database
      .select({ confirmedAtMs: totpFactors.confirmedAtMs })
      .from(totpFactors)
      .where(eq(totpFactors.userId, userId)),
    database
      .select({ phone: smsFactors.phone, confirmedAtMs: smsFactors.confirmedAtMs })
      .from(smsFactors)
      .where(eq(smsFactors.userId, userId)),
    database
      .select({
        userAgent: knownDevices.userAgent,
        firstSeenAtMs: knownDevices.firstSeenAtMs,
        lastSeenAtMs: knownDevices.lastSeenAtMs,
      })
      .from(knownDevices)
      .where(eq(knownDevices.userId, userId)),
  ]);
  return { providers, passkeys: keys, authenticatorApps: apps, phones, devices };
}

async function readChecklist(database: Database, userId: string) {
  const { checklistItems } = schema;
  return database
    .select({ itemId: checklistItems.itemId, completedAtMs: checklistItems.completedAtMs })
    .from(checklistItems)
    .where(eq(checklistItems.userId, userId));
}

/** Visits by advertisements, which are kept under a hash of the address. */
async function readAdVisits(database: Database, email: string) {
  const { adVisits } = schema;
  return database
    .select({
      id: adVisits.id,
      eventType: adVisits.eventType,
      parameters: adVisits.parameters,
      createdAtMs: adVisits.createdAtMs,
    })
    .from(adVisits)
    .where(eq(adVisits.emailHash, await sha256Hex(email)));
}

/** What partners and invitations said when somebody signed up. */
async function readSignUp(database: Database, email: string) {
  const { preSignUps } = schema;
  return database
    .select({
      inviteCode: preSignUps.inviteCode,
      partnerId: preSignUps.partnerId,
      partnerClickId: preSignUps.partnerClickId,
      geoLocation: preSignUps.geoLocation,
    })
    .from(preSignUps)
    .where(eq(preSignUps.email, email));
}

const ownItems = (userId: string) =>
  and(eq(schema.historyItems.userId, userId), isNull(schema.historyItems.deletedAtMs));

/** How many items a person has generated and not deleted. */
export async function countHistory(database: Database, userId: string): Promise<number> {
  const rows = await database
    .select({ count: sql<number>`count(*)` })
    .from(schema.historyItems)
    .where(ownItems(userId));
  return rows[0]?.count ?? 0;
}

/** What a person has generated, oldest first, with where its sound is; page after page, so that none is big. */
export async function* readHistory(database: Database, userId: string) {
  const { audioFiles, historyItems } = schema;
  let after: { createdAtMs: number; id: string } | undefined;
  for (;;) {
    const rows = await database
      .select({ item: historyItems, audio: audioFiles })
      .from(historyItems)
      .innerJoin(audioFiles, eq(audioFiles.id, historyItems.audioFileId))
      .where(
        and(
          ownItems(userId),
          after &&
            or(
              gt(historyItems.createdAtMs, after.createdAtMs),
              and(eq(historyItems.createdAtMs, after.createdAtMs), gt(historyItems.id, after.id)),
            ),
        ),
      )
      .orderBy(asc(historyItems.createdAtMs), asc(historyItems.id))
      .limit(PAGE);
    for (const { item, audio } of rows) {
      const { userId: _self, audioFileId: _file, deletedAtMs: _deleted, ...kept } = item;
      const { audioKey, outputFormat, contentType, durationMs, bytes } = audio;
      yield { ...kept, audio: { audioKey, outputFormat, contentType, durationMs, bytes } };
    }
    const last = rows.at(-1)?.item;
    if (!last || rows.length < PAGE) return;
    after = { createdAtMs: last.createdAtMs, id: last.id };
  }
}
export type HistoryEntry = Awaited<ReturnType<ReturnType<typeof readHistory>["next"]>>["value"] & object;
