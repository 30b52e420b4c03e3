import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { DEPARTURE_MESSAGES } from "~/domains/accounts/departure/messages";
import { ActionDialog } from "~/features/accounts/action-dialog";
import { clientOf } from "~/features/accounts/client-of-request";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import { refusalOf } from "~/features/accounts/form-refusal.server";
import { findSession } from "~/features/accounts/session.server";
import { AppError } from "~/lib/app-error";
import { formatDay } from "~/lib/format-day";
import { pageTitle } from "~/lib/page-title";
import { Button, buttonClass } from "~/ui/button";

export const meta: MetaFunction = () => [{ title: pageTitle("Keep your account") }];
/** The code in this page's address goes nowhere else. */
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

/** For the link of the mail, and for whoever has signed in to an account that is closed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const code = codeOf(request);
  if (code !== null) {
    try {
      const found = await context.services.accounts.departure.findKeepLink(code, clientOf(request, context));
      return { isSignedIn: false, eraseAtMs: found?.eraseAtMs ?? null };
    } catch (error) {
      if (error instanceof AppError) throw new Response(error.userMessage, { status: error.status });
      throw error;
    }
  }
  const closing = (await findSession(request, context))?.closing;
  if (!closing) throw redirect("/app/home");
  return { isSignedIn: true, eraseAtMs: closing.eraseAtMs };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { departure } = context.services.accounts;
  try {
    await readOwnForm(request, context);
    const code = codeOf(request);
    if (code !== null) {
      await departure.keepByCode(code, clientOf(request, context));
      return { kept: true };
    }
    const user = await findSession(request, context);
    if (!user) return redirect("/app/sign-in");
    await departure.keep(user, clientOf(request, context));
    return redirectDocument("/app/home");
  } catch (error) {
    return refusalOf(error);
  }
}

export default function KeepAccount() {
  const { isSignedIn, eraseAtMs } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  if (answer && "kept" in answer) {
    return (
      <ActionDialog title="Your account stays">
        <p role="status">{DEPARTURE_MESSAGES.kept}</p>
        <SignInLink />
      </ActionDialog>
    );
  }
  if (eraseAtMs === null) {
    return (
      <ActionDialog title="An error occurred">
        <p role="alert">{DEPARTURE_MESSAGES.keepLinkInvalid}</p>
        <SignInLink />
      </ActionDialog>
    );
  }
  return (
    <ActionDialog title="Keep your account?">
      <p>
        Your account is closed. On {formatDay(eraseAtMs)} everything in it is erased for good. If you keep it,
        everything is where it was.
      </p>
      <FormProblem>{answer && "problems" in answer ? answer.problems.form : undefined}</FormProblem>
      <div className="flex flex-wrap gap-2">
        <Form method="post">
          <CsrfField />
          <Button type="submit" variant="primary" busy={busy}>
            Keep my account
          </Button>
        </Form>
        {isSignedIn && (
          <Form method="post" action="/app/sign-out">
            <CsrfField />
            <Button type="submit" variant="quiet">
              Sign out
            </Button>
          </Form>
        )}
      </div>
    </ActionDialog>
  );
}

function SignInLink() {
  return (
    <Link to="/app/sign-in" className={buttonClass("primary", "medium", "self-start")}>
      Sign in
    </Link>
  );
}

const codeOf = (request: Request): string | null => new URL(request.url).searchParams.get("oobCode");
