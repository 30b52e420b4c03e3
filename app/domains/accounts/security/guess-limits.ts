/**
 * Guesses are counted before they are made. Counted afterwards, any number of them that come at once would all be made
 * before the first one counts.
 */
import { AppError } from "../../../lib/app-error";
import type { GuessLimit, RateLimitPort } from "../ports";

/** By what a guess is counted: limits and their subjects, the narrowest first. */
export type GuessedAt = readonly (readonly [limit: GuessLimit, subject: string])[];

/**
 * Counts a guess under all of these limits, or under none. `onStopped` is called where one is used up.
 * @throws AppError rate_limited (429).
 */
export async function countGuess(
  rateLimits: RateLimitPort,
  guessedAt: GuessedAt,
  onStopped: () => void,
): Promise<void> {
  const stopped = (reason: unknown): never => {
    if (reason instanceof AppError && reason.code === "rate_limited") onStopped();
    throw reason;
  };
  const [first] = guessedAt;
  // Whoever is stopped already does not touch, even for a moment, what others are counted by as well.
  if (first) await rateLimits.check(...first).catch(stopped);
  // All at once, since whoever signs in waits for it.
  const counted = await Promise.allSettled(guessedAt.map(([limit, subject]) => rateLimits.take(limit, subject)));
  const refused = counted.find((outcome) => outcome.status === "rejected");
  if (!refused) return;
  await takeGuessBack(
    rateLimits,
    guessedAt.filter((_, i) => counted[i]?.status === "fulfilled"),
  );
  stopped(refused.reason);
}

/** The guess was right, so it counts under none of them. */
export async function takeGuessBack(rateLimits: RateLimitPort, guessedAt: GuessedAt): Promise<void> {
  await Promise.all(guessedAt.map(([limit, subject]) => rateLimits.giveBack(limit, subject)));
}
