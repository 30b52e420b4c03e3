/**
 * Credits in the database. Each movement is one atomic batch: its first statement claims the reservation by setting it to
 * `moving` under all conditions, the next ones act only on what is `moving`, the last one ends it. So each movement
 * happens once, whole, whoever races. Limits: `characterCount + charactersReserved ≤ characterLimit` (−1 is unlimited).
 */
import { and, eq, exists, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "../../../db/client";
import { creditReservations, type DeliveredPart, subscriptions, usageDays } from "../../../db/schema";
import { beginKeyPeriod, keyHasRoom, keyOf, moveKeyCredits } from "./key-credits-store";
import type { Charging } from "./ports";
import { UNLIMITED } from "./rules";

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type Reservation = typeof creditReservations.$inferSelect;
/** A part of a charge; the entries of a charge add up to it. */
export type UsageEntry = DeliveredPart;

export function insertSubscriptionStatement(database: Database, row: typeof subscriptions.$inferInsert) {
  return database.insert(subscriptions).values(row).onConflictDoNothing();
}

export async function findSubscription(database: Database, workspaceId: string): Promise<SubscriptionRow | undefined> {
  const rows = await database.select().from(subscriptions).where(eq(subscriptions.workspaceId, workspaceId)).limit(1);
  return rows[0];
}

/** Puts a workspace on another plan; the credits used in this period stay used. */
export async function updatePlan(
  database: Database,
  workspaceId: string,
  plan: { tier: string; status: string; characterLimit: number },
): Promise<void> {
  await database.update(subscriptions).set(plan).where(eq(subscriptions.workspaceId, workspaceId));
}

/** Begins the next period, unless another request did so since `dueMs` was read. What is reserved stays reserved. */
export async function resetPeriod(
  database: Database,
  workspaceId: string,
  dueMs: number,
  next: { periodStartMs: number; nextResetMs: number },
): Promise<void> {
  await database
    .update(subscriptions)
    .set({ characterCount: 0, ...next })
    .where(and(eq(subscriptions.workspaceId, workspaceId), eq(subscriptions.nextResetMs, dueMs)));
}

/** Holds credits. False, and nothing changed, where they do not fit, the period is over, or the request is known. */
export async function reserveCredits(
  database: Database,
  hold: { requestId: string; workspaceId: string; credits: number; apiKeyId?: string | undefined; nowMs: number },
): Promise<boolean> {
  const { requestId, workspaceId, credits, apiKeyId, nowMs } = hold;
  const fits = database
    .select({
      requestId: sql<string>`${requestId}`.as("request_id"),
      workspaceId: subscriptions.workspaceId,
      characters: sql<number>`${credits}`.as("characters"),
      charged: sql<number>`0`.as("charged"),
      apiKeyId: sql<string | null>`${apiKeyId ?? null}`.as("api_key_id"),
      state: sql<"moving">`'moving'`.as("state"),
      createdAtMs: sql<number>`${nowMs}`.as("created_at_ms"),
      delivered: sql<null>`NULL`.as("delivered"),
      notedAtMs: sql<null>`NULL`.as("noted_at_ms"),
    })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.workspaceId, workspaceId),
        gt(subscriptions.nextResetMs, nowMs),
        or(
          eq(subscriptions.characterLimit, UNLIMITED),
          sql`${subscriptions.characterCount} + ${subscriptions.charactersReserved} + ${credits} <= ${subscriptions.characterLimit}`,
        ),
        apiKeyId === undefined ? undefined : keyHasRoom(database, apiKeyId, credits),
      ),
    );
  const claim = database.insert(creditReservations).select(fits).onConflictDoNothing();
  const holdThem = database
    .update(subscriptions)
    .set({ charactersReserved: sql`${subscriptions.charactersReserved} + ${credits}` })
    .where(and(eq(subscriptions.workspaceId, workspaceId), moving(database, requestId)));
  const end = endMovement(database, requestId, "reserved");
  if (apiKeyId === undefined) {
    const [, , reserved] = await database.batch([claim, holdThem, end]);
    return reserved.length > 0;
  }
  const beginPeriod = beginKeyPeriod(database, sql`${apiKeyId}`);
  const holdOfKey = moveKeyCredits(database, requestId, credits);
  const [, , , , reserved] = await database.batch([beginPeriod, claim, holdThem, holdOfKey, end]);
  return reserved.length > 0;
}

/**
 * Charges `credits` of a reservation and gives back the rest, with its usage and what others write `alongside`, whose
 * results are `alongside` of the answer. Null, and nothing changed, unless the reservation is open and holds that much.
 */
export async function settleCredits(
  database: Database,
  charge: { requestId: string; credits: number; usage: UsageEntry[]; day: string },
  alongside: (charging: Charging) => BatchItem<"sqlite">[] = () => [],
): Promise<{ row: SubscriptionRow; alongside: unknown[] } | null> {
  const { requestId, credits, usage, day } = charge;
  const others = alongside(chargingOf(database, requestId, credits));
  const results = await database.batch([
    beginKeyPeriod(database, keyOf(requestId)),
    database
      .update(creditReservations)
      .set({ state: "moving", charged: credits })
      .where(and(open(requestId), sql`${creditReservations.characters} >= ${credits}`)),
    database
      .update(subscriptions)
      .set({
        charactersReserved: sql`${subscriptions.charactersReserved} - ${heldBy(requestId)}`,
        characterCount: sql`${subscriptions.characterCount} + ${credits}`,
      })
      .where(ownerOfMoving(database, requestId))
      .returning(),
    moveKeyCredits(database, requestId, sql`${credits} - ${heldBy(requestId)}`),
    ...usage.map((entry) => addUsage(database, requestId, day, entry)),
    ...others,
    endMovement(database, requestId, "settled"),
  ]);
  const [row] = results[2];
  return row ? { row, alongside: results.slice(-1 - others.length, -1) } : null;
}

/** Notes what of an open reservation went out so far, in place of the note before. */
export async function noteDelivered(
  database: Database,
  requestId: string,
  delivered: UsageEntry[],
  nowMs: number,
): Promise<void> {
  await database.update(creditReservations).set({ delivered, notedAtMs: nowMs }).where(open(requestId));
}

/** Gives back all of an open reservation. Undefined, and nothing changed, where there is none. */
export async function releaseCredits(database: Database, requestId: string): Promise<SubscriptionRow | undefined> {
  const [, , changed] = await database.batch([
    beginKeyPeriod(database, keyOf(requestId)),
    database.update(creditReservations).set({ state: "moving" }).where(open(requestId)),
    database
      .update(subscriptions)
      .set({ charactersReserved: sql`${subscriptions.charactersReserved} - ${heldBy(requestId)}` })
      .where(ownerOfMoving(database, requestId))
      .returning(),
    moveKeyCredits(database, requestId, sql`-${heldBy(requestId)}`),
    endMovement(database, requestId, "released"),
  ]);
  return changed[0];
}

export async function findReservation(database: Database, requestId: string): Promise<Reservation | undefined> {
  const rows = await database
    .select()
    .from(creditReservations)
    .where(eq(creditReservations.requestId, requestId))
    .limit(1);
  return rows[0];
}

/** Open reservations not heard of since `beforeMs`, oldest first, of all workspaces or of one: their requests died. */
export async function listOpenReservations(
  database: Database,
  beforeMs: number,
  limit: number,
  workspaceId?: string,
): Promise<Reservation[]> {
  return database
    .select()
    .from(creditReservations)
    .where(
      and(
        eq(creditReservations.state, "reserved"),
        lt(creditReservations.createdAtMs, beforeMs),
        or(isNull(creditReservations.notedAtMs), lt(creditReservations.notedAtMs, beforeMs)),
        workspaceId === undefined ? undefined : eq(creditReservations.workspaceId, workspaceId),
      ),
    )
    .orderBy(creditReservations.createdAtMs)
    .limit(limit);
}

/** Forgets ended reservations made before `beforeMs`; until then a repeat of their request is recognised. */
export async function deleteEndedReservations(database: Database, beforeMs: number): Promise<void> {
  await database
    .delete(creditReservations)
    .where(
      and(inArray(creditReservations.state, ["settled", "released"]), lt(creditReservations.createdAtMs, beforeMs)),
    );
}

function open(requestId: string) {
  return and(eq(creditReservations.requestId, requestId), eq(creditReservations.state, "reserved"));
}

function isMoving(requestId: string) {
  return and(eq(creditReservations.requestId, requestId), eq(creditReservations.state, "moving"));
}

function moving(database: Database, requestId: string) {
  return exists(database.select({ one: sql`1` }).from(creditReservations).where(isMoving(requestId)));
}

function ownerOfMoving(database: Database, requestId: string) {
  const owner = database
    .select({ workspaceId: creditReservations.workspaceId })
    .from(creditReservations)
    .where(isMoving(requestId));
  return inArray(subscriptions.workspaceId, owner);
}

/** For statements between the update of the subscription and the end of the movement. */
function chargingOf(database: Database, requestId: string, credits: number): Charging {
  const owner = database
    .select({ one: sql`1` })
    .from(creditReservations)
    .innerJoin(subscriptions, eq(subscriptions.workspaceId, creditReservations.workspaceId))
    .where(isMoving(requestId));
  const count = sql`(SELECT ${subscriptions.characterCount} FROM ${subscriptions} WHERE ${ownerOfMoving(database, requestId)})`;
  return { isCharging: exists(owner), characterCountFrom: sql`${count} - ${credits}`, characterCountTo: count };
}

function heldBy(requestId: string) {
  return sql`(SELECT ${creditReservations.characters} FROM ${creditReservations} WHERE ${creditReservations.requestId} = ${requestId})`;
}

function endMovement(database: Database, requestId: string, state: "reserved" | "settled" | "released") {
  return database
    .update(creditReservations)
    .set({ state })
    .where(isMoving(requestId))
    .returning({ requestId: creditReservations.requestId });
}

function addUsage(database: Database, requestId: string, day: string, entry: UsageEntry) {
  const row = sql`SELECT ${creditReservations.workspaceId}, ${day}, ${entry.voiceId}, ${entry.modelId}, ${entry.source},
    ${entry.userId}, ${entry.credits}, 1 FROM ${creditReservations} WHERE ${isMoving(requestId)}`;
  return database
    .insert(usageDays)
    .select(row)
    .onConflictDoUpdate({
      target: [
        usageDays.workspaceId,
        usageDays.day,
        usageDays.voiceId,
        usageDays.modelId,
        usageDays.source,
        usageDays.userId,
      ],
      set: {
        characters: sql`${usageDays.characters} + excluded.characters`,
        requests: sql`${usageDays.requests} + excluded.requests`,
      },
    });
}
