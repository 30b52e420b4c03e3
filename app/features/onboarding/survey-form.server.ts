import type { SurveyAnswers } from "~/domains/accounts/onboarding/survey";

const NAMES = ["first_name", "role", "subrole", "timezone", "source"] as const;

/** What a step's form answers; what is left empty is no answer. */
export function answersIn(form: FormData): SurveyAnswers {
  const answers: SurveyAnswers = {};
  for (const name of NAMES) {
    const value = form.get(name);
    if (typeof value === "string" && value !== "") answers[name] = value;
  }
  return answers;
}
