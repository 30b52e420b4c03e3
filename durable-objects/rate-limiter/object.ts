import { DurableObject } from "cloudflare:workers";
import { giveBackUse, NOTHING_USED, type RateState, takeUses } from "./machine";
import type { RateDecision, RateRule, SlotDecision, SlotRenewal, SlotRequest } from "./protocol";

/** What is in storage: the state of a rule, and a row for each slot that is held. */
const STATE_KEY = "state";
const SLOT_PREFIX = "slot:";

interface HeldSlot {
  /** Which pool. */
  key: string;
  expiresAtMs: number;
}

/**
 * A request waits for its limit before anything else, so it does not also wait for the disk: what changed is written a
 * moment later, together. An object that ends within that moment (a killed process) forgives the uses of it.
 */
const WRITE_AFTER_MS = 1000;
/** Most slots are given back before they are worth a write; one that is held for long has to outlive an eviction. */
const WRITE_SLOTS_AFTER_MS = 3000;

/**
 * What says nothing any more may lie in storage for a while: a busy subject would make and remove its storage with each use,
 * and every such step waits for the disk on the thread that serves the pages.
 */
const REMOVE_AFTER_MS = 60_000;

/**
 * Counts uses of one subject under one rule, or hands out slots of one pool. It answers from memory; what it knows is in
 * storage too, so eviction neither forgives uses nor frees slots. An alarm removes it once it says nothing any more.
 */
export class RateLimiter extends DurableObject<unknown> {
  #state: RateState = NOTHING_USED;
  #forgetAtMs: number | null = null;
  #slots = new Map<string, HeldSlot>();
  #alarmAtMs: number | null = null;
  /** What storage does not know yet: names of its entries. */
  #unwritten = new Set<string>();
  /** Names of the entries that are in storage. */
  #stored = new Set<string>();
  #writing: ReturnType<typeof setTimeout> | null = null;

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env);
    ctx.blockConcurrencyWhile(() => this.#load());
  }

  /** Counts `cost` uses (1 unless given) if the rule allows them. */
  async take(rule: RateRule, cost = 1): Promise<RateDecision> {
    const step = takeUses(rule, this.#state, cost, Date.now());
    if (cost > 0 && step.decision.allowed) {
      this.#state = step.state;
      this.#forgetAtMs = step.forgetAtMs;
      this.#changed(STATE_KEY);
      // Guesses are few, and each one counts.
      if (rule.kind === "slow-down") this.#write();
    }
    return step.decision;
  }

  /** Whether one use would be allowed now; counts nothing. */
  async check(rule: RateRule): Promise<RateDecision> {
    return this.take(rule, 0);
  }

  /** Takes one use of a slow-down rule back. */
  async giveBack(): Promise<void> {
    this.#state = giveBackUse(this.#state);
    if (this.#state === NOTHING_USED) this.#forgetAtMs = null;
    this.#changed(STATE_KEY);
  }

  /** Forgets all uses, e.g. the failures before a success. */
  async reset(): Promise<void> {
    this.#state = NOTHING_USED;
    this.#forgetAtMs = null;
    this.#changed(STATE_KEY);
    this.#write();
  }

  /** Forgets everything and leaves nothing in storage. */
  async erase(): Promise<void> {
    if (this.#writing !== null) clearTimeout(this.#writing);
    this.#writing = null;
    this.#unwritten.clear();
    this.#slots.clear();
    this.#state = NOTHING_USED;
    this.#forgetAtMs = null;
    this.#alarmAtMs = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** Takes a slot if fewer than `max` are held. */
  async acquire({ key, max, holderId, ttlSeconds, diedBeforeMs = 0 }: SlotRequest): Promise<SlotDecision> {
    const nowMs = Date.now();
    // All holders of a pool have the same time to live.
    this.#freeUntil(Math.max(nowMs, diedBeforeMs + ttlSeconds * 1000));
    let others = 0;
    for (const [id, slot] of this.#slots) if (slot.key === key && id !== holderId) others++;
    if (others >= max) return { granted: false, current: others };
    this.#slots.set(holderId, { key, expiresAtMs: nowMs + ttlSeconds * 1000 });
    this.#changed(SLOT_PREFIX + holderId);
    return { granted: true, current: others + 1 };
  }

  /** Lets a slot end later. One that is not held any more is not taken again: it was given back, or may be another's by now. */
  async renew({ holderId, ttlSeconds }: SlotRenewal): Promise<void> {
    const slot = this.#slots.get(holderId);
    if (!slot) return;
    this.#slots.set(holderId, { ...slot, expiresAtMs: Date.now() + ttlSeconds * 1000 });
    this.#changed(SLOT_PREFIX + holderId);
  }

  /** Gives a slot back; a second time, or after it expired, does nothing. */
  async release(holderId: string): Promise<void> {
    if (this.#slots.delete(holderId)) this.#changed(SLOT_PREFIX + holderId);
  }

  override async alarm(): Promise<void> {
    this.#alarmAtMs = null;
    const nowMs = Date.now();
    this.#freeUntil(nowMs);
    if (this.#forgetAtMs !== null && this.#forgetAtMs <= nowMs) await this.reset();
    this.#write();
    if (this.#endsAtMs() !== null) return;
    this.#stored.clear();
    await this.ctx.storage.deleteAll();
  }

  async #load(): Promise<void> {
    const { storage } = this.ctx;
    this.#alarmAtMs = await storage.getAlarm();
    const kept = await storage.get<RateState & { forgetAtMs: number }>(STATE_KEY);
    if (kept) {
      const { forgetAtMs, ...state } = kept;
      this.#state = state;
      this.#forgetAtMs = forgetAtMs;
      this.#stored.add(STATE_KEY);
    }
    for (const [name, slot] of await storage.list<HeldSlot>({ prefix: SLOT_PREFIX })) {
      this.#slots.set(name.slice(SLOT_PREFIX.length), slot);
      this.#stored.add(name);
    }
  }

  #freeUntil(atMs: number): void {
    for (const [id, slot] of this.#slots) {
      if (slot.expiresAtMs > atMs) continue;
      this.#slots.delete(id);
      this.#changed(SLOT_PREFIX + id);
    }
  }

  #changed(entry: string): void {
    this.#unwritten.add(entry);
    const afterMs = entry === STATE_KEY ? WRITE_AFTER_MS : WRITE_SLOTS_AFTER_MS;
    this.#writing ??= setTimeout(() => this.#write(), afterMs);
  }

  #write(): void {
    if (this.#writing !== null) clearTimeout(this.#writing);
    this.#writing = null;
    const { storage } = this.ctx;
    const nowMs = Date.now();
    for (const entry of this.#unwritten) {
      const value = this.#valueOf(entry, nowMs);
      if (value !== null) {
        this.#stored.add(entry);
        void storage.put(entry, value);
      } else if (this.#stored.delete(entry)) void storage.delete(entry);
    }
    this.#unwritten.clear();
    if (this.#stored.size === 0 || this.#alarmAtMs !== null) return;
    // An alarm that comes too early costs nothing, so it is only set where none is.
    this.#alarmAtMs = Math.max(this.#endsAtMs() ?? 0, nowMs + REMOVE_AFTER_MS);
    void storage.setAlarm(this.#alarmAtMs);
  }

  /** What storage should say of an entry; null where it needs to say nothing. */
  #valueOf(entry: string, nowMs: number): object | null {
    if (entry !== STATE_KEY) return this.#slots.get(entry.slice(SLOT_PREFIX.length)) ?? null;
    const isOver = this.#forgetAtMs === null || this.#forgetAtMs <= nowMs;
    return isOver ? null : { ...this.#state, forgetAtMs: this.#forgetAtMs };
  }

  /** When the first of what is remembered says nothing any more; null when nothing is. */
  #endsAtMs(): number | null {
    const ends = [...this.#slots.values()].map((slot) => slot.expiresAtMs);
    if (this.#forgetAtMs !== null) ends.push(this.#forgetAtMs);
    return ends.length === 0 ? null : Math.min(...ends);
  }
}
