/**
 * Plans, credits and their use. A request that costs reserves first, settles what was delivered, releases on failure;
 * the request's id makes each step happen once. Source: spec 000, sections 3 and 9; the contract's quota rules.
 */
import type { Database } from "../../../db/client";
import { AppError } from "../../lib/app-error";
import type { WorkspaceEvents } from "../workspaces/ports";
import { findKeyCredits } from "./key-credits-store";
import { keyQuotaExceededMessage, quotaExceededMessage } from "./messages";
import type { Alongside, ConcurrencySlots } from "./ports";
import { addMonthsUtc, characterLimitOf, nextResetAfter, remainingCredits, UNLIMITED, usageDayOf } from "./rules";
import { type SpeechSlot, type SpeechSlotRequest, takeSpeechSlot } from "./speech-slots";
import {
  deleteEndedReservations,
  findReservation,
  findSubscription,
  insertSubscriptionStatement,
  listOpenReservations,
  noteDelivered,
  type Reservation,
  releaseCredits,
  reserveCredits,
  resetPeriod,
  type SubscriptionRow,
  settleCredits,
  type UsageEntry,
  updatePlan,
} from "./store";
import type { Tier } from "./tiers";
import { sumUsageByDay, sumUsageByDayAndVoice, sumUsageByVoice } from "./usage-store";

export type { SpeechSlot } from "./speech-slots";
export type { UsageEntry } from "./store";

export interface BillingDependencies {
  database: Database;
  events: WorkspaceEvents;
  slots: ConcurrencySlots;
  nowMs(): number;
  waitUntil(work: Promise<unknown>): void;
  /** Where one process serves all of the installation: when it began. What was begun before died with another process. */
  servingSinceMs?: number;
}

/** Credits held; `alreadySettled` when this request was charged before, so that it is not charged again. */
export interface HeldCredits {
  requestId: string;
  credits: number;
  alreadySettled: boolean;
}

/** What a settled request cost, and the workspace's count before and after it. */
export interface Settlement {
  charged: number;
  characterCountFrom: number;
  characterCountTo: number;
}

export type BillingService = ReturnType<typeof createBillingService>;

const ATTEMPTS = 5;
/** How long a request may neither end nor note what went out. Notes come every second while somebody listens. */
const STALE_AFTER_MS = 60 * 60_000;
const REMEMBERED_FOR_MS = 7 * 24 * 60 * 60_000;
const SWEEP_SIZE = 200;

export function createBillingService(dependencies: BillingDependencies) {
  const { database, events, nowMs, waitUntil, servingSinceMs = 0 } = dependencies;

  /** The first subscription of a workspace; its period begins now. */
  function foundingRow(workspaceId: string, now: number, tier: Tier = "free") {
    return {
      workspaceId,
      tier,
      status: tier === "free" ? "free" : "active",
      characterLimit: characterLimitOf(tier),
      periodStartMs: now,
      nextResetMs: addMonthsUtc(now, 1),
    };
  }

  /** Brings a subscription up to date: founds a missing one, begins a period that is due. */
  async function currentSubscription(workspaceId: string): Promise<SubscriptionRow> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const row = await findSubscription(database, workspaceId);
      const now = nowMs();
      if (!row) await insertSubscriptionStatement(database, foundingRow(workspaceId, now));
      else if (row.nextResetMs > now) return row;
      else await resetPeriod(database, workspaceId, row.nextResetMs, nextResetAfter(row.nextResetMs, now));
    }
    throw new Error(`the subscription of ${workspaceId} could not be brought up to date`);
  }

  function heldBefore(reservation: Reservation, workspaceId: string): HeldCredits | null {
    if (reservation.workspaceId !== workspaceId || reservation.state === "released") {
      throw new AppError("conflict", 409, "This request was already made and has ended.");
    }
    const { requestId, characters, state } = reservation;
    return { requestId, credits: characters, alreadySettled: state === "settled" };
  }

  /** Why so many credits cannot be held by the workspace or by its key; null where nothing speaks against them. */
  async function whyNoRoom(row: SubscriptionRow, credits: number, apiKeyId?: string): Promise<AppError | null> {
    const remaining = remainingCredits(row);
    if (remaining !== UNLIMITED && remaining < credits) {
      return new AppError("quota_exceeded", 401, quotaExceededMessage(row.characterLimit, remaining, credits));
    }
    if (apiKeyId === undefined) return null;
    const key = await findKeyCredits(database, apiKeyId);
    if (!key) return new AppError("invalid_api_key", 401, "This API key is not valid any more.");
    const { creditLimit, creditsUsed, creditPeriodStartMs } = key;
    // A count of the period before is brought up to date by the next attempt.
    if (creditPeriodStartMs !== row.periodStartMs || creditLimit === null) return null;
    if (creditsUsed + credits <= creditLimit) return null;
    const message = keyQuotaExceededMessage(creditLimit, Math.max(0, creditLimit - creditsUsed), credits);
    return new AppError("quota_exceeded", 401, message);
  }

  /**
   * Ends what requests hold that died, of all workspaces or of one: what is noted to have gone out is charged, the rest given
   * back. Answers how many those were.
   */
  async function endDead(workspaceId?: string): Promise<number> {
    const diedBeforeMs = Math.max(nowMs() - STALE_AFTER_MS, servingSinceMs);
    let ended = 0;
    for (const reservation of await listOpenReservations(database, diedBeforeMs, SWEEP_SIZE, workspaceId)) {
      const row = (await chargeNoted(reservation)) ?? (await releaseCredits(database, reservation.requestId));
      if (!row) continue;
      ended++;
      announce(row);
    }
    return ended;
  }

  async function chargeNoted({ requestId, delivered, createdAtMs }: Reservation): Promise<SubscriptionRow | undefined> {
    const usage = delivered ?? [];
    const credits = usage.reduce((sum, entry) => sum + entry.credits, 0);
    if (credits === 0) return undefined;
    return (await settleCredits(database, { requestId, credits, usage, day: usageDayOf(createdAtMs) }))?.row;
  }

  /** Tells open tabs after the commit; nobody waits for it. */
  function announce({ workspaceId, characterCount, charactersReserved, characterLimit }: SubscriptionRow): void {
    waitUntil(
      events.publish(workspaceId, [
        { type: "credits_changed", used: characterCount, reserved: charactersReserved, limit: characterLimit },
      ]),
    );
  }

  return {
    /**
     * The statements that give a new workspace its plan, for the batch that founds it. A workspace without one gets the
     * free plan at its first use.
     */
    openingStatements(workspaceId: string, openedAtMs: number, tier: Tier = "free") {
      return [insertSubscriptionStatement(database, foundingRow(workspaceId, openedAtMs, tier))] as const;
    },

    /** The plan and the credits of the current period. */
    getSubscription: currentSubscription,

    /** Puts a workspace on `tier` at once, without a payment: for those who run the installation. */
    async assignTier(workspaceId: string, tier: Tier): Promise<void> {
      const { status } = foundingRow(workspaceId, nowMs(), tier);
      await currentSubscription(workspaceId);
      await updatePlan(database, workspaceId, { tier, status, characterLimit: characterLimitOf(tier) });
      announce(await currentSubscription(workspaceId));
    },

    /**
     * Holds `credits` (see `creditsFor`) for a request. A repeat of the same request id holds nothing more.
     * With `apiKeyId` they count against that key's own limit too.
     * @throws AppError quota_exceeded (401) when they do not fit, conflict (409) when that request has failed before.
     */
    async reserve(hold: {
      requestId: string;
      workspaceId: string;
      credits: number;
      apiKeyId?: string | undefined;
    }): Promise<HeldCredits> {
      const { requestId, workspaceId, credits, apiKeyId } = hold;
      if (!Number.isSafeInteger(credits) || credits < 0) throw new RangeError(`${credits} is no number of credits`);
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (await reserveCredits(database, { ...hold, nowMs: nowMs() })) {
          return { requestId, credits, alreadySettled: false };
        }
        const reservation = await findReservation(database, requestId);
        const held = reservation && heldBefore(reservation, workspaceId);
        if (held) return held;
        const refusal = await whyNoRoom(await currentSubscription(workspaceId), credits, apiKeyId);
        // Nobody is refused for what the dead hold, also before the first clean-up of a start.
        if (refusal && (await endDead(workspaceId)) === 0) throw refusal;
      }
      throw new AppError("system_busy", 429, "The credits of this workspace are busy, please try again.", {
        retryAfterSeconds: 1,
      });
    },

    /**
     * Charges what was delivered, at most what was reserved, and gives back the rest. A repeat charges nothing and
     * answers the first charge. `usage` adds up to `credits`. What is given `alongside` is written in the same batch:
     * with the charge, or none of both; where it fails, the credits stay held, and charging can be tried again.
     * @throws RangeError when more is charged than was reserved; AppError conflict (409) after a release.
     */
    async settle(
      charge: { requestId: string; credits: number; usage: UsageEntry[] },
      alongside?: Alongside,
    ): Promise<Settlement> {
      const { requestId, credits, usage } = charge;
      if (usage.reduce((sum, entry) => sum + entry.credits, 0) !== credits) {
        throw new RangeError("the usage entries do not add up to the charge");
      }
      const settled = await settleCredits(database, { ...charge, day: usageDayOf(nowMs()) }, alongside?.statements);
      if (settled) {
        const characterCountTo = settled.row.characterCount;
        const settlement = { charged: credits, characterCountFrom: characterCountTo - credits, characterCountTo };
        announce(settled.row);
        alongside?.committed(settled.alongside, settlement);
        return settlement;
      }
      const reservation = await findReservation(database, requestId);
      if (reservation?.state === "settled") {
        const { characterCount } = await currentSubscription(reservation.workspaceId);
        const { charged } = reservation;
        return { charged, characterCountFrom: Math.max(0, characterCount - charged), characterCountTo: characterCount };
      }
      if (reservation?.state === "reserved") {
        throw new RangeError(`${credits} credits cannot be charged to a reservation of ${reservation.characters}`);
      }
      throw new AppError("conflict", 409, "The credits of this request were already given back.");
    },

    /**
     * Notes what of a running request went out so far, as its charge would be: that much is paid should its process die.
     * Harmless for one that has ended.
     */
    noteDelivered: (requestId: string, usage: UsageEntry[]) => noteDelivered(database, requestId, usage, nowMs()),

    /** Gives back everything a request holds. Harmless for one that was settled, released or never made. */
    async release(requestId: string): Promise<void> {
      const row = await releaseCredits(database, requestId);
      if (row) announce(row);
    },

    /**
     * Ends what requests hold that died an hour ago, or with the process before this one, and forgets ended ones
     * after a week. For the cron, and for each start.
     */
    async sweep(): Promise<{ ended: number }> {
      const ended = await endDead();
      await deleteEndedReservations(database, nowMs() - REMEMBERED_FOR_MS);
      return { ended };
    },

    /**
     * Takes one of the workspace's places for speech requests at a time. Always release it, also after a failure.
     * @throws AppError too_many_concurrent_requests (429) with both numbers as headers.
     */
    async takeSpeechSlot(request: SpeechSlotRequest): Promise<SpeechSlot> {
      const { tier } = await currentSubscription(request.workspaceId);
      return takeSpeechSlot(dependencies, tier, request);
    },

    /** Credits and requests from `fromDay` to `toDay` (`YYYY-MM-DD`, UTC, inclusive): by day, by voice, and both. */
    async usage(workspaceId: string, fromDay: string, toDay: string) {
      const range = { workspaceId, fromDay, toDay };
      const [byDay, byVoice, byDayAndVoice] = await Promise.all([
        sumUsageByDay(database, range),
        sumUsageByVoice(database, range),
        sumUsageByDayAndVoice(database, range),
      ]);
      const total = byDay.reduce((sum, day) => sum + day.credits, 0);
      return { total, byDay, byVoice, byDayAndVoice };
    },
  };
}
