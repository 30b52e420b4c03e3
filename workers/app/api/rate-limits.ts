/**
 * The one table of rate limits, and how to take from them. The counts are kept by `RateLimiter` objects, one per rule and
 * subject, so that a busy subject slows down nobody else.
 */

import { AppError } from "../../../app/lib/app-error";
import { clientNetwork } from "../../../app/lib/client-network";
import { waitInWords } from "../../../app/lib/wait-in-words";
import type { RateLimiter } from "../../../durable-objects/rate-limiter/object";
import type {
  RateDecision,
  RateRule,
  SlotDecision,
  SlotRenewal,
  SlotRequest,
} from "../../../durable-objects/rate-limiter/protocol";

/** What the limit counts by: the client's address, a key or session, a person, a mail address, or mail and client or browser. */
type Subject = "ip" | "key" | "user" | "workspace" | "email" | "email+ip" | "device+email" | "captcha";

interface LimitRow {
  rule: RateRule;
  subject: Subject;
  /** Shown where it is not the usual message. */
  message?: string;
}

const perMinute = (limit: number): RateRule => ({ kind: "window", limit, windowSeconds: 60 });
const perHour = (limit: number): RateRule => ({ kind: "window", limit, windowSeconds: 3600 });
/** Spec 000, section 5. */
const TOO_MANY_ATTEMPTS = "Too many attempts, please try again in a few minutes.";
/** Guesses at what proves a person. Of six digits three of a million are right at a time: at most some hundred guesses a day. */
const FACTOR_GUESSES: LimitRow = {
  rule: { kind: "slow-down", freeUses: 5, firstWaitSeconds: 15, maxWaitSeconds: 900, forgetAfterSeconds: 86_400 },
  subject: "user",
  message: TOO_MANY_ATTEMPTS,
};

export const rateLimits = {
  // Visitors
  try_it: { rule: perHour(20), subject: "ip" },
  try_it_burst: { rule: perMinute(5), subject: "ip" },
  // Pictures that have to be made; kept ones are free.
  share_card: { rule: perMinute(30), subject: "ip" },
  share_play: { rule: perMinute(60), subject: "ip" },
  // Batches of events: a page in use sends one every two seconds at most.
  ingest_client: { rule: perMinute(120), subject: "ip" },
  ad_visit_client: { rule: perHour(30), subject: "ip" },

  // Accounts. Failures slow down: a few are free, then the wait doubles.
  sign_in_failure_pair: {
    rule: { kind: "slow-down", freeUses: 5, firstWaitSeconds: 5, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
    subject: "email+ip",
    message: TOO_MANY_ATTEMPTS,
  },
  // More generous, since anybody can fail with somebody else's address.
  sign_in_failure_address: {
    rule: { kind: "slow-down", freeUses: 20, firstWaitSeconds: 5, maxWaitSeconds: 300, forgetAfterSeconds: 3600 },
    subject: "email",
    message: TOO_MANY_ATTEMPTS,
  },
  sign_in_failure_client: {
    rule: { kind: "slow-down", freeUses: 30, firstWaitSeconds: 10, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
    subject: "ip",
    message: TOO_MANY_ATTEMPTS,
  },
  // Browsers that the account's owner was signed in with are counted by this one alone.
  sign_in_failure_device: {
    rule: { kind: "slow-down", freeUses: 5, firstWaitSeconds: 5, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
    subject: "device+email",
    message: TOO_MANY_ATTEMPTS,
  },
  sign_up_client: { rule: perHour(20), subject: "ip", message: TOO_MANY_ATTEMPTS },
  // Beyond these, a sign-up needs an answer of its captcha, of which each counts once.
  sign_up_unchecked_client: { rule: perHour(3), subject: "ip" },
  captcha_challenge_client: { rule: perMinute(30), subject: "ip" },
  captcha_solution: { rule: perHour(1), subject: "captcha" },
  // More for all who ask than for one of them, so that no stranger keeps an owner from mail.
  account_mail_address: { rule: perHour(20), subject: "email", message: TOO_MANY_ATTEMPTS },
  account_mail_pair: { rule: perHour(5), subject: "email+ip", message: TOO_MANY_ATTEMPTS },
  // Browsers that the account's owner was signed in with are counted by this one alone.
  account_mail_device: { rule: perHour(5), subject: "device+email", message: TOO_MANY_ATTEMPTS },
  account_mail_client: { rule: perHour(30), subject: "ip", message: TOO_MANY_ATTEMPTS },
  // Mail to addresses of others, from however many browsers.
  email_change_user: { rule: perHour(10), subject: "user", message: TOO_MANY_ATTEMPTS },
  second_factor_failure_user: FACTOR_GUESSES,
  // A limit of its own: whoever guesses codes must not keep the owner from the way back in.
  backup_code_failure_user: FACTOR_GUESSES,
  sms_user: { rule: perHour(6), subject: "user", message: TOO_MANY_ATTEMPTS },
  sms_phone: { rule: perHour(6), subject: "user", message: TOO_MANY_ATTEMPTS },
  sms_client: { rule: perHour(20), subject: "ip", message: TOO_MANY_ATTEMPTS },
  // Texts to a person's own telephone asked for in browsers they were signed in with are counted by this one alone; not by
  // browser, since each text costs.
  sms_own_browser_user: { rule: perHour(6), subject: "user", message: TOO_MANY_ATTEMPTS },
  // Sign-in pages that browsers offer passkeys on ask by themselves.
  passkey_client: { rule: perMinute(60), subject: "ip", message: TOO_MANY_ATTEMPTS },
  confirmation_failure_user: FACTOR_GUESSES,
  data_export_user: { rule: perHour(5), subject: "user" },
  account_deletion_user: { rule: perHour(5), subject: "user", message: TOO_MANY_ATTEMPTS },
  support_request_staff: { rule: perHour(20), subject: "user" },
  support_request_address: { rule: perHour(3), subject: "email", message: TOO_MANY_ATTEMPTS },
  sso_start_client: { rule: perHour(120), subject: "ip", message: TOO_MANY_ATTEMPTS },
  sso_answer_client: { rule: perHour(240), subject: "ip", message: TOO_MANY_ATTEMPTS },
  sso_lookup_client: { rule: perMinute(60), subject: "ip", message: TOO_MANY_ATTEMPTS },
  domain_check_workspace: { rule: perMinute(20), subject: "workspace", message: TOO_MANY_ATTEMPTS },
  action_code_client: { rule: perHour(60), subject: "ip", message: TOO_MANY_ATTEMPTS },

  // API
  api: { rule: perMinute(1200), subject: "key" },
  speech: { rule: perMinute(600), subject: "workspace" },
  download: { rule: perMinute(120), subject: "workspace" },
  archive: { rule: perHour(60), subject: "workspace" },
  video: { rule: perHour(120), subject: "workspace" },
  video_preview: { rule: perMinute(60), subject: "workspace" },
  socket_open: { rule: perMinute(120), subject: "user" },
  invalid_key: { rule: perMinute(60), subject: "ip" },
} satisfies Record<string, LimitRow>;

export type RateLimitName = keyof typeof rateLimits;

export interface RateLimitEnv {
  RATE_LIMITER: DurableObjectNamespace<RateLimiter>;
}

/** A row's fields with their common type. */
const rowOf = (name: RateLimitName): LimitRow => rateLimits[name];

function limiter(env: RateLimitEnv, name: RateLimitName, subject: string) {
  const counted = rowOf(name).subject === "ip" ? clientNetwork(subject) : subject;
  return env.RATE_LIMITER.get(env.RATE_LIMITER.idFromName(`${name}:${counted}`));
}

/**
 * Counts one use by `subject`, whose kind the table names. Answers what is left.
 * @throws AppError rate_limited (429) with the seconds to wait.
 */
export async function takeRateLimit(env: RateLimitEnv, name: RateLimitName, subject: string): Promise<RateDecision> {
  return requireAllowed(name, await limiter(env, name, subject).take(rowOf(name).rule));
}

/**
 * Looks without counting, for limits that count failures only.
 * @throws AppError rate_limited (429) with the seconds to wait.
 */
export async function checkRateLimit(env: RateLimitEnv, name: RateLimitName, subject: string): Promise<RateDecision> {
  return requireAllowed(name, await limiter(env, name, subject).check(rowOf(name).rule));
}

/** Takes one use of a limit on guesses back: the guess was right. */
export async function giveBackRateLimit(env: RateLimitEnv, name: RateLimitName, subject: string): Promise<void> {
  await limiter(env, name, subject).giveBack();
}

/** Forgets the uses of `subject`, e.g. the failures before a sign-in that succeeded. */
export async function resetRateLimit(env: RateLimitEnv, name: RateLimitName, subject: string): Promise<void> {
  await limiter(env, name, subject).reset();
}

/** Whose uses are forgotten for good. */
export interface LimitSubjects {
  emails: readonly string[];
  userIds: readonly string[];
  keyIds: readonly string[];
  workspaceIds: readonly string[];
}

/**
 * Forgets all uses by these, and the slots of these workspaces. What is counted by a network address or a browser as well cannot be found
 * by a person; it forgets by itself, within a day.
 */
export async function forgetLimits(env: RateLimitEnv, subjects: LimitSubjects): Promise<void> {
  const bySubject: Partial<Record<Subject, readonly string[]>> = {
    email: subjects.emails,
    user: subjects.userIds,
    key: subjects.keyIds,
    workspace: subjects.workspaceIds,
  };
  for (const name of Object.keys(rateLimits) as RateLimitName[]) {
    for (const subject of bySubject[rowOf(name).subject] ?? []) await limiter(env, name, subject).erase();
  }
  for (const workspaceId of subjects.workspaceIds) await slots(env, workspaceId).erase();
}

function requireAllowed(name: RateLimitName, decision: RateDecision): RateDecision {
  if (decision.allowed) return decision;
  const { retryAfterSeconds } = decision;
  const message = rowOf(name).message ?? `Too many requests. Please try again ${waitInWords(retryAfterSeconds)}.`;
  throw new AppError("rate_limited", 429, message, { retryAfterSeconds });
}

/** Uses up one captcha's solution, and answers whether it was unused. */
export async function spendCaptchaSolution(env: RateLimitEnv, solutionId: string): Promise<boolean> {
  const decision = await limiter(env, "captcha_solution", solutionId).take(rowOf("captcha_solution").rule);
  return decision.allowed;
}

/** Takes one of a workspace's slots for parallel requests; how many there are is the caller's business (its tier). */
export async function acquireSlot(env: RateLimitEnv, workspaceId: string, request: SlotRequest): Promise<SlotDecision> {
  return slots(env, workspaceId).acquire(request);
}

/** Keeps a slot that is held for longer. */
export async function renewSlot(env: RateLimitEnv, workspaceId: string, renewal: SlotRenewal): Promise<void> {
  await slots(env, workspaceId).renew(renewal);
}

/** Gives the slot back. */
export async function releaseSlot(env: RateLimitEnv, workspaceId: string, holderId: string): Promise<void> {
  await slots(env, workspaceId).release(holderId);
}

const slots = (env: RateLimitEnv, workspaceId: string) =>
  env.RATE_LIMITER.get(env.RATE_LIMITER.idFromName(`slots:${workspaceId}`));
