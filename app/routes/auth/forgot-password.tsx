import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { MESSAGES } from "~/domains/accounts/messages";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { clientOf } from "~/features/accounts/client-of-request";
import { EmailField } from "~/features/accounts/credential-fields";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import { refusalOf } from "~/features/accounts/form-refusal.server";
import { useProblemFocus } from "~/features/accounts/use-problem-focus";
import { pageTitle } from "~/lib/page-title";
import { Button } from "~/ui/button";

export const meta: MetaFunction = () => [{ title: pageTitle("Forgot your password") }];
export const headers = answerHeaders;

export function loader({ context }: LoaderFunctionArgs) {
  return { hasMailbox: context.services.mailbox !== undefined && !context.variables.SMTP_URL };
}

export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const email = String((await readOwnForm(request, context)).get("email") ?? "");
    await context.services.accounts.requestPasswordReset(email, clientOf(request, context));
    return { sentTo: email.trim() };
  } catch (error) {
    return refusalOf(error, { message: MESSAGES.passwordMailFailed, log: context.log });
  }
}

export default function ForgotPassword() {
  const { hasMailbox } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const problems = answer && "problems" in answer ? answer.problems : undefined;
  const sentTo = answer && "sentTo" in answer ? answer.sentTo : undefined;
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  useProblemFocus(form, problems);
  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 className="text-display font-semibold">Forgot your password?</h1>
        <p className="text-muted">Tell us your address, and we will mail you a link to choose a new one.</p>
      </header>
      <p
        role="status"
        className="rounded-control bg-positive-wash px-3 py-2.5 text-positive [overflow-wrap:anywhere] empty:hidden"
      >
        {sentTo && `If ${sentTo} has an account, a link is on its way. It works for an hour.`}
      </p>
      {sentTo && hasMailbox && (
        <Link to={`/dev/mailbox?${new URLSearchParams({ to: sentTo })}`} className="underline underline-offset-2">
          Open the mailbox of this installation
        </Link>
      )}
      <Form method="post" ref={form} noValidate className="flex flex-col gap-4">
        <CsrfField />
        <FormProblem>{problems?.form}</FormProblem>
        <EmailField problems={problems} />
        <Button type="submit" variant="primary" size="large" busy={busy}>
          Mail me a link
        </Button>
      </Form>
      <p className="border-t border-hairline pt-5">
        <Link to="/app/sign-in" className="font-medium underline underline-offset-2">
          Back to sign-in
        </Link>
      </p>
    </>
  );
}
