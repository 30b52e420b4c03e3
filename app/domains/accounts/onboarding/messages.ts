/** Source: spec 000, section 8 ("Checklist"). */
export const ONBOARDING_MESSAGES = {
  stepCompleted: "Congratulations on completing a step in your onboarding checklist.",
  noSuchItem: "There is no such step.",
} as const;
