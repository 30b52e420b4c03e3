import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { checklistItems, users } from "../../../../db/schema";

export async function findOnboarding(database: Database, userId: string) {
  const rows = await database
    .select({
      isOnboardingCompleted: users.isOnboardingCompleted,
      survey: users.onboardingSurvey,
      startedAtMs: users.checklistStartedAtMs,
      hiddenAtMs: users.checklistHiddenAtMs,
      completedAtMs: users.checklistCompletedAtMs,
    })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1);
  return rows[0];
}

export async function selectCompletedItems(database: Database, userId: string): Promise<string[]> {
  const rows = await database
    .select({ itemId: checklistItems.itemId })
    .from(checklistItems)
    .where(eq(checklistItems.userId, userId));
  return rows.map(({ itemId }) => itemId);
}

/** Answers whether it was new. */
export async function insertCompletedItem(
  database: Database,
  item: { userId: string; itemId: string; completedAtMs: number },
): Promise<boolean> {
  const rows = await database
    .insert(checklistItems)
    .values(item)
    .onConflictDoNothing()
    .returning({ itemId: checklistItems.itemId });
  return rows.length > 0;
}

/** Notes that somebody was sent to the questions; answers whether it was the first time. */
export async function markSurveyOffered(database: Database, userId: string): Promise<boolean> {
  const rows = await database
    .update(users)
    .set({ onboardingSurvey: {} })
    .where(and(eq(users.id, userId), eq(users.isOnboardingCompleted, false), isNull(users.onboardingSurvey)))
    .returning({ id: users.id });
  return rows.length > 0;
}

export async function saveSurvey(
  database: Database,
  userId: string,
  { survey, ...person }: { survey: Record<string, string>; isOnboardingCompleted?: true; firstName?: string },
): Promise<void> {
  await database
    .update(users)
    .set({ onboardingSurvey: survey, ...person })
    .where(eq(users.id, userId));
}

type Step = "checklistStartedAtMs" | "checklistHiddenAtMs" | "checklistCompletedAtMs";

/** Notes when the list was begun, hidden or completed; the first time counts. Answers whether this was it. */
export async function markChecklist(database: Database, userId: string, step: Step, nowMs: number): Promise<boolean> {
  const rows = await database
    .update(users)
    .set({ [step]: nowMs })
    .where(and(eq(users.id, userId), isNull(users[step])))
    .returning({ id: users.id });
  return rows.length > 0;
}
