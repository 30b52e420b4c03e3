/**
 * Guesses are counted before they are made. Counted afterwards, any number of them that come at once would all be made
 * before the first one counts.
 */
import { AppError } from "../../../lib/app-error";
import type { GuessLimit, RateLimitPort } from "../ports";

/** By what a guess is counted: limits and their subjects. */
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
  const counted: (readonly [GuessLimit, string])[] = [];
  try {
    for (const [limit, subject] of guessedAt) {
      await rateLimits.take(limit, subject);
      counted.push([limit, subject]);
    }
  } catch (error) {
    await takeGuessBack(rateLimits, counted);
    if (error instanceof AppError && error.code === "rate_limited") onStopped();
    throw error;
  }
}

/** The guess was right, so it counts under none of them. */
export async function takeGuessBack(rateLimits: RateLimitPort, guessedAt: GuessedAt): Promise<void> {
  await Promise.all(guessedAt.map(([limit, subject]) => rateLimits.giveBack(limit, subject)));
}
