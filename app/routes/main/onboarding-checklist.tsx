import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { MESSAGES } from "~/domains/accounts/messages";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import { refusalOf, refuse } from "~/features/accounts/form-refusal.server";
import { requireUser } from "~/features/accounts/session.server";
import { ChecklistBars, ChecklistSteps, doneOf } from "~/features/onboarding/checklist-view";
import { Page } from "~/features/shell/page";
import { track } from "~/lib/analytics";
import { pageTitle } from "~/lib/page-title";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";

export const meta: MetaFunction = () => [{ title: pageTitle("First steps") }];
export const headers = answerHeaders;

const PATH = "/app/onboarding-checklist";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireUser(request, context);
  return { checklist: await context.services.accounts.onboarding.findChecklist(userId) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireUser(request, context);
  const { onboarding } = context.services.accounts;
  try {
    const form = await readOwnForm(request, context);
    switch (form.get("intent")) {
      case "initiate":
        await onboarding.initiateChecklist(userId);
        return redirect(PATH);
      case "hide":
        await onboarding.hideChecklist(userId);
        return redirect("/app/home");
      case "mark_complete":
        await onboarding.completeChecklist(userId);
        return redirect("/app/home");
      default:
        return refuse({ form: MESSAGES.somethingWentWrong });
    }
  } catch (error) {
    return refusalOf(error);
  }
}

export default function OnboardingChecklist() {
  const { checklist } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problems.form;
  const busy = useNavigation().formMethod === "POST";
  if (!checklist) {
    return (
      <Page title="First steps" description="A short way into what Parlando can do.">
        <FormProblem>{problem}</FormProblem>
        <EmptyState
          action={
            <Form method="post">
              <CsrfField />
              <Button type="submit" name="intent" value="initiate" variant="primary" busy={busy}>
                Begin
              </Button>
            </Form>
          }
        >
          A list of a few things to try, that ticks itself off.
        </EmptyState>
      </Page>
    );
  }
  const done = doneOf(checklist);
  return (
    <Page
      title="First steps"
      description={checklist.completed ? "All of it is behind you." : `${done} of ${checklist.items.length} done`}
      actions={<ChecklistBars checklist={checklist} />}
    >
      <div className="flex max-w-[760px] flex-col gap-6">
        <FormProblem>{problem}</FormProblem>
        <ChecklistSteps checklist={checklist} />
        {!checklist.completed && (
          <Form method="post" className="flex flex-wrap gap-2">
            <CsrfField />
            <Button
              type="submit"
              name="intent"
              value="mark_complete"
              busy={busy}
              onClick={() => track("onboarding_checklist_completed")}
            >
              I know my way
            </Button>
            {!checklist.hidden && (
              <Button
                type="submit"
                name="intent"
                value="hide"
                variant="quiet"
                onClick={() => track("onboarding_checklist_hidden")}
              >
                Hide on the start page
              </Button>
            )}
          </Form>
        )}
      </div>
    </Page>
  );
}
