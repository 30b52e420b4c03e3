import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MESSAGES } from "~/domains/accounts/messages";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { refusalOf } from "~/features/accounts/form-refusal.server";
import { requireUser } from "~/features/accounts/session.server";
import { answersIn } from "~/features/onboarding/survey-form.server";
import { SurveyFrame } from "~/features/onboarding/survey-frame";
import { AboutYou } from "~/features/onboarding/survey-steps";
import { pageTitle } from "~/lib/page-title";

export const meta: MetaFunction = () => [{ title: pageTitle("Welcome") }];
export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { firstName } = await requireUser(request, context);
  return { firstName };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireUser(request, context);
  const { onboarding } = context.services.accounts;
  try {
    const form = await readOwnForm(request, context);
    if (form.get("intent") === "skip") {
      await onboarding.completeSurvey(userId, {});
      return redirect("/app/home");
    }
    await onboarding.saveAnswers(userId, answersIn(form));
    return redirect("/app/onboarding/next");
  } catch (error) {
    return refusalOf(error, { message: MESSAGES.somethingWentWrong, log: context.log });
  }
}

/** The questions to new members, first half. */
export default function Onboarding() {
  const { firstName } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problems.form;
  return (
    <SurveyFrame key="1" title="Welcome" step={1} problem={problem}>
      <AboutYou firstName={firstName} />
    </SurveyFrame>
  );
}
