import { z } from "zod";
import type { Checklist } from "../../../../app/domains/accounts/onboarding/onboarding";
import { type Endpoint, endpoint } from "../endpoint";

const shared = { auth: "account", family: "user" } as const;
const path = "/v1/user/onboarding-checklist";

const checklistSchema = () =>
  z.object({
    checklist_id: z.string(),
    items: z.array(z.object({ onboarding_checklist_item_id: z.string(), is_completed: z.boolean() })),
    hidden: z.boolean(),
    completed: z.boolean(),
  });

const toWire = ({ checklistId, items, hidden, completed }: Checklist) => ({
  checklist_id: checklistId,
  items: items.map(({ id, isCompleted }) => ({ onboarding_checklist_item_id: id, is_completed: isCompleted })),
  hidden,
  completed,
});

const answer = z.string().max(100).nullish();

/** Questions to new members and their first steps. Source: spec 000, section 7 ("User"). */
export const userOnboardingEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    method: "post",
    path: "/v1/user/onboarding-survey-complete",
    summary: "Answer the questions to new members, or skip them by answering none",
    io: () => ({
      body: z.object({ first_name: answer, role: answer, subrole: answer, timezone: answer, source: answer }),
      response: z.object({ status: z.literal("ok") }),
    }),
    run: async ({ caller, services, body }) => {
      const given = Object.entries(body).filter(([, value]) => value != null);
      await services.accounts.onboarding.completeSurvey(caller.userId, Object.fromEntries(given));
      return { status: "ok" as const };
    },
  }),

  endpoint({
    ...shared,
    method: "get",
    path,
    summary: "Get the list of first steps",
    io: () => ({ response: z.object({ onboarding_checklist: checklistSchema().nullable() }) }),
    run: async ({ caller, services }) => {
      const checklist = await services.accounts.onboarding.findChecklist(caller.userId);
      return { onboarding_checklist: checklist && toWire(checklist) };
    },
  }),

  endpoint({
    ...shared,
    method: "post",
    path: `${path}/initiate`,
    summary: "Begin the list of first steps",
    io: () => ({ response: checklistSchema() }),
    run: async ({ caller, services }) => toWire(await services.accounts.onboarding.initiateChecklist(caller.userId)),
  }),

  endpoint({
    ...shared,
    method: "post",
    path: `${path}/update`,
    summary: "Mark a first step as done",
    io: () => ({ body: z.object({ item_id: z.string().min(1).max(64) }), response: checklistSchema() }),
    run: async ({ caller, services, body }) =>
      toWire(await services.accounts.onboarding.completeItem(caller.userId, body.item_id)),
  }),

  endpoint({
    ...shared,
    method: "post",
    path: `${path}/hide`,
    summary: "Take the list of first steps out of sight",
    io: () => ({ response: checklistSchema() }),
    run: async ({ caller, services }) => toWire(await services.accounts.onboarding.hideChecklist(caller.userId)),
  }),

  endpoint({
    ...shared,
    method: "post",
    path: `${path}/mark-complete`,
    summary: "End the list of first steps",
    io: () => ({ response: checklistSchema() }),
    run: async ({ caller, services }) => toWire(await services.accounts.onboarding.completeChecklist(caller.userId)),
  }),
];
