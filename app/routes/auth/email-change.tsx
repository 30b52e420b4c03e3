import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { UNDONE_DAYS_BEFORE } from "~/domains/accounts/email-change/rules";
import { MESSAGES } from "~/domains/accounts/messages";
import { ActionDialog } from "~/features/accounts/action-dialog";
import { clientOf } from "~/features/accounts/client-of-request";
import { ClosingDialog } from "~/features/accounts/closing-dialog";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import { SelfSubmittingForm } from "~/features/accounts/self-submitting-form";
import { requireUser } from "~/features/accounts/session.server";
import { WaysIn } from "~/features/accounts/ways-in";
import { AppError } from "~/lib/app-error";
import { pageTitle } from "~/lib/page-title";
import { Button } from "~/ui/button";

/** Where the mails about another address lead. Source: spec 000, section 4 ("Email change") and section 8. */
export const meta: MetaFunction = () => [{ title: pageTitle("E-mail address") }];
/** The codes in this page's address go nowhere else. */
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

const PROFILE = "/app/settings";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { code, isReverting } = readLink(request);
  // Whoever undoes a change may have no way in any more; whoever confirms one is signed in as who asked for it.
  if (!isReverting) {
    const { email } = await requireUser(request, context);
    return { isReverting, currentEmail: email, revert: null };
  }
  const revert = await context.services.accounts.emailChange.peekRevert(code, clientOf(request, context));
  return { isReverting, currentEmail: null, revert };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { code, isReverting } = readLink(request);
  const { emailChange } = context.services.accounts;
  const client = clientOf(request, context);
  try {
    await readOwnForm(request, context);
    if (!isReverting) {
      const { userId, sessionId } = await requireUser(request, context);
      return { changedTo: await emailChange.confirm({ userId, sessionId }, code, client) };
    }
    const { resetCode } = await emailChange.revert(code, client);
    const link = new URLSearchParams({ mode: "resetPassword", oobCode: resetCode, continueUrl: "/app/sign-in" });
    return redirect(`/app/action?${link}`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { problem: MESSAGES.emailNotUpdated(error.userMessage) };
  }
}

export default function EmailChangePage() {
  const { isReverting, currentEmail, revert } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  const problem = answer && "problem" in answer ? answer.problem : undefined;
  if (answer && "changedTo" in answer) {
    return (
      <ClosingDialog title="E-mail address" closePath={PROFILE}>
        <p role="status">{MESSAGES.emailUpdated}</p>
        <p className="text-muted [overflow-wrap:anywhere]">{answer.changedTo}</p>
      </ClosingDialog>
    );
  }
  if (!isReverting && !problem) {
    return (
      <ActionDialog title="E-mail address">
        <p className="text-muted [overflow-wrap:anywhere]">One moment: your account leaves {currentEmail}.</p>
        <SelfSubmittingForm label="Use the new address" />
      </ActionDialog>
    );
  }
  if (problem || revert === null) {
    return (
      <ClosingDialog title="An error occurred" closePath={isReverting ? "/app/sign-in" : PROFILE}>
        <p role="alert">{problem ?? MESSAGES.emailNotUpdated(MESSAGES.emailLinkInvalid)}</p>
      </ClosingDialog>
    );
  }
  return (
    <ActionDialog title="Undo the change of your e-mail address">
      <p>
        Your account gets <strong className="font-semibold [overflow-wrap:anywhere]">{revert.email}</strong> back.
        Everybody is signed out, what was added to get in since the change and in the {UNDONE_DAYS_BEFORE} days before
        it is removed, and you choose a new password. If the account was closed, it stays.
      </p>
      <WaysIn title="Will be removed" ways={revert.removed} />
      <WaysIn title="Stays, as it is older: remove what is not yours once you are signed in" ways={revert.kept} />
      <Form method="post" className="flex flex-col gap-4">
        <CsrfField />
        <FormProblem>{problem}</FormProblem>
        <Button type="submit" variant="primary" busy={busy} className="self-start">
          Undo the change
        </Button>
      </Form>
    </ActionDialog>
  );
}

function readLink(request: Request) {
  const { searchParams } = new URL(request.url);
  return {
    code: (searchParams.get("verification_code") ?? "").slice(0, 200),
    isReverting: searchParams.get("isReverting") === "true",
  };
}
