/** The questions to new members, and the list of their first steps. Source: spec 000, section 4 ("Onboarding checklist"). */
import { AppError } from "../../../lib/app-error";
import type { AccountsDependencies } from "../dependencies";
import { publishUserChanged } from "../document-changes";
import { SHOWN_ITEMS } from "./checklist-items";
import { ONBOARDING_MESSAGES } from "./messages";
import {
  findOnboarding,
  insertCompletedItem,
  markChecklist,
  markSurveyOffered,
  saveSurvey,
  selectCompletedItems,
} from "./onboarding-store";
import { keptAnswers, type SurveyAnswers } from "./survey";

export interface Checklist {
  checklistId: string;
  /** In the order in which they are shown. */
  items: { id: string; isCompleted: boolean }[];
  hidden: boolean;
  completed: boolean;
}

export interface Onboarding {
  /** Whether the questions are behind somebody: answered, or skipped. */
  isCompleted(userId: string): Promise<boolean>;
  /**
   * Whether to lead somebody to the questions now: those who are new, and have not been led there before. Asking counts
   * as leading.
   */
  shouldOfferSurvey(userId: string): Promise<boolean>;
  /** Keeps answers beside those given before, and asks on. A first name becomes the person's. */
  saveAnswers(userId: string, answers: SurveyAnswers): Promise<void>;
  /** As `saveAnswers`, with none for who skips; ends the questions and begins the list of first steps. */
  completeSurvey(userId: string, answers: SurveyAnswers): Promise<void>;
  /** The list; null for those who have not begun it. */
  findChecklist(userId: string): Promise<Checklist | null>;
  /** Begins the list and answers it; one that was begun stays as it is. */
  initiateChecklist(userId: string): Promise<Checklist>;
  /**
   * Marks a step as done, and the list with the last one.
   * @throws AppError invalid_request (400) for a step that is none; not_found (404) without a list.
   */
  completeItem(userId: string, itemId: string): Promise<Checklist>;
  /** Takes the list out of sight. @throws AppError not_found (404) without a list. */
  hideChecklist(userId: string): Promise<Checklist>;
  /** Ends the list, whatever of it is done. @throws AppError not_found (404) without a list. */
  completeChecklist(userId: string): Promise<Checklist>;
}

export function createOnboarding(
  dependencies: Pick<AccountsDependencies, "database" | "workspaces" | "events" | "nowMs" | "waitUntil">,
): Onboarding {
  const { database, nowMs } = dependencies;

  async function findChecklist(userId: string): Promise<Checklist | null> {
    const found = await findOnboarding(database, userId);
    if (!found || found.startedAtMs === null) return null;
    const done = new Set(await selectCompletedItems(database, userId));
    return {
      checklistId: `checklist_${userId}`,
      items: SHOWN_ITEMS.map(({ id }) => ({ id, isCompleted: done.has(id) })),
      hidden: found.hiddenAtMs !== null,
      completed: found.completedAtMs !== null,
    };
  }

  async function getChecklist(userId: string): Promise<Checklist> {
    const checklist = await findChecklist(userId);
    if (!checklist) throw new AppError("not_found", 404, "There is no onboarding checklist yet.");
    return checklist;
  }

  async function save(userId: string, given: SurveyAnswers, isOnboardingCompleted: boolean): Promise<void> {
    const before = (await findOnboarding(database, userId))?.survey ?? {};
    const survey = keptAnswers({ ...before, ...given });
    const firstName = given.first_name ? survey.first_name : undefined;
    await saveSurvey(database, userId, {
      survey: { ...survey },
      ...(isOnboardingCompleted ? { isOnboardingCompleted } : {}),
      ...(firstName === undefined ? {} : { firstName }),
    });
  }

  const tellChanged = (userId: string) => publishUserChanged(dependencies, userId, ["checklist"]);

  async function mark(userId: string, step: "checklistHiddenAtMs" | "checklistCompletedAtMs"): Promise<Checklist> {
    await getChecklist(userId);
    if (await markChecklist(database, userId, step, nowMs())) tellChanged(userId);
    return getChecklist(userId);
  }

  return {
    async isCompleted(userId) {
      return (await findOnboarding(database, userId))?.isOnboardingCompleted ?? true;
    },

    shouldOfferSurvey: (userId) => markSurveyOffered(database, userId),

    async saveAnswers(userId, given) {
      await save(userId, given, false);
      if (given.first_name) publishUserChanged(dependencies, userId, ["first_name"]);
    },

    async completeSurvey(userId, given) {
      await save(userId, given, true);
      await markChecklist(database, userId, "checklistStartedAtMs", nowMs());
      publishUserChanged(dependencies, userId, ["onboarding", "checklist", "first_name"]);
    },

    findChecklist,

    async initiateChecklist(userId) {
      if (await markChecklist(database, userId, "checklistStartedAtMs", nowMs())) tellChanged(userId);
      return getChecklist(userId);
    },

    async completeItem(userId, itemId) {
      if (!SHOWN_ITEMS.some(({ id }) => id === itemId))
        throw new AppError("invalid_request", 400, ONBOARDING_MESSAGES.noSuchItem, { param: "item_id" });
      await getChecklist(userId);
      const isNew = await insertCompletedItem(database, { userId, itemId, completedAtMs: nowMs() });
      const checklist = await getChecklist(userId);
      if (!isNew) return checklist;
      tellChanged(userId);
      const isLast = checklist.items.every(({ isCompleted }) => isCompleted);
      return isLast && !checklist.completed ? mark(userId, "checklistCompletedAtMs") : checklist;
    },

    hideChecklist: (userId) => mark(userId, "checklistHiddenAtMs"),
    completeChecklist: (userId) => mark(userId, "checklistCompletedAtMs"),
  };
}
