import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { MESSAGES } from "~/domains/accounts/messages";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { refusalOf } from "~/features/accounts/form-refusal.server";
import { requireUser } from "~/features/accounts/session.server";
import { answersIn } from "~/features/onboarding/survey-form.server";
import { SurveyFrame } from "~/features/onboarding/survey-frame";
import { HowYouCame } from "~/features/onboarding/survey-steps";
import { pageTitle } from "~/lib/page-title";

export const meta: MetaFunction = () => [{ title: pageTitle("Welcome") }];
export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireUser(request, context);
  try {
    const form = await readOwnForm(request, context);
    const answers = form.get("intent") === "skip" ? {} : answersIn(form);
    await context.services.accounts.onboarding.completeSurvey(userId, answers);
    return redirect("/app/home");
  } catch (error) {
    return refusalOf(error, { message: MESSAGES.somethingWentWrong, log: context.log });
  }
}

/** The questions to new members, second half. */
export default function OnboardingNext() {
  const problem = useActionData<typeof action>()?.problems.form;
  return (
    <SurveyFrame key="2" title="One more thing" step={2} problem={problem}>
      <HowYouCame />
    </SurveyFrame>
  );
}
