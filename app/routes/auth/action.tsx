import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { isRouteErrorResponse, Link, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { MESSAGES } from "~/domains/accounts/messages";
import { SUPPORT_MESSAGES } from "~/domains/accounts/support-access/messages";
import { ActionDialog } from "~/features/accounts/action-dialog";
import { readActionLink } from "~/features/accounts/action-link";
import { ChangePasswordDialog } from "~/features/accounts/change-password-dialog";
import { clientOf } from "~/features/accounts/client-of-request";
import { ClosingDialog } from "~/features/accounts/closing-dialog";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { refusalOf, refuse } from "~/features/accounts/form-refusal.server";
import { GrantSupportDialog } from "~/features/accounts/grant-support-dialog";
import { SelfSubmittingForm } from "~/features/accounts/self-submitting-form";
import { findUser } from "~/features/accounts/session.server";
import { VerifyEmailDialog } from "~/features/accounts/verify-email-dialog";
import { AppError } from "~/lib/app-error";

/** Where emailed links lead. Source: spec 000, section 2 ("Emailed action-link page") and section 4. */
export const meta: MetaFunction = () => [{ title: "Parlando" }];

/** The codes in this page's address go nowhere else. (With `no-referrer`, browsers would hide the origin of its forms too.) */
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

/** After an opt-out, and after a grant. */
const ROOT = "/";
const ERROR_TITLE = "An error occurred";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { mode, code, closePath, userId } = readActionLink(request);
  const { accounts } = context.services;
  const client = clientOf(request, context);
  const shared = { closePath, hasCode: code !== "" };
  switch (mode) {
    case "recoverEmail":
      throw redirect(closePath);
    case "verifyEmail":
      return { dialog: "needsVerifyEmail" as const, ...shared };
    case "resetPassword": {
      const ways = await orErrorDialog(accounts.findWaysAtReset(code, client, { userId }));
      return ways
        ? { dialog: "changePassword" as const, ways, ...shared }
        : { dialog: "changePasswordFailed" as const, ...shared };
    }
    case "optOutOfUpdates":
      return { dialog: "optOutOfUpdates" as const, ...shared };
    case "verifySignInRequest": {
      const asked = code === "" ? null : await orErrorDialog(accounts.supportAccess.peek(code, client));
      return { dialog: "verifySignInRequest" as const, asked, ...shared };
    }
    default:
      throw new Response(MESSAGES.unknownMode, { status: 400 });
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { mode, code, userId, lang } = readActionLink(request);
  const { accounts } = context.services;
  const client = clientOf(request, context);
  try {
    const form = await readOwnForm(request, context);
    const field = (name: string) => String(form.get(name) ?? "");
    switch (mode) {
      case "verifyEmail":
        await accounts.verifyEmail(code, client, { userId, lang, password: field("password") || undefined });
        return { outcome: { done: true, message: MESSAGES.emailVerified } };
      case "optOutOfUpdates":
        await accounts.productUpdates.optOutByCode(code, client, userId);
        return { outcome: { done: true, message: MESSAGES.optedOut } };
      case "verifySignInRequest": {
        const signedInUserId = (await findUser(request, context))?.userId;
        await accounts.supportAccess.grant(code, client, { linkUserId: userId, signedInUserId });
        return { outcome: { done: true, message: MESSAGES.supportAccessGranted } };
      }
      case "resetPassword": {
        const passwords = { password: field("password"), repeated: field("repeated") };
        const removesAdded = field("removes_added") === "yes";
        const reset = await accounts.resetPassword({ code, ...passwords, removesAdded }, client, { userId });
        return reset.kind === "refused" ? refuse({ password: reset.problem }) : { reset: reset.kind };
      }
      default:
        throw new Response(MESSAGES.unknownMode, { status: 400 });
    }
  } catch (error) {
    if (mode === "verifyEmail" && error instanceof AppError && error.options.param === "password")
      return refuse({ password: error.userMessage });
    const inDialog = mode === "verifyEmail" || mode === "optOutOfUpdates";
    if (inDialog && error instanceof AppError) return { outcome: { done: false, message: error.userMessage } };
    return refusalOf(error, { message: MESSAGES.somethingWentWrong, log: context.log });
  }
}

export default function ActionPage() {
  const link = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { dialog, closePath, hasCode } = link;
  const outcome = answer && "outcome" in answer ? answer.outcome : undefined;
  const problems = answer && "problems" in answer ? answer.problems : undefined;
  const reset = answer && "reset" in answer ? answer.reset : undefined;
  switch (dialog) {
    case "needsVerifyEmail":
      return (
        <VerifyEmailDialog outcome={outcome} problem={problems?.password ?? problems?.form} closePath={closePath} />
      );
    case "optOutOfUpdates":
      if (outcome) {
        return (
          <ClosingDialog title={outcome.done ? "Opted out of updates" : ERROR_TITLE} closePath={ROOT}>
            <p role={outcome.done ? "status" : "alert"}>{outcome.message}</p>
          </ClosingDialog>
        );
      }
      return (
        <ActionDialog title="Product updates">
          <p className="text-muted">One moment: we take you off the list.</p>
          <SelfSubmittingForm label="Stop product updates" />
        </ActionDialog>
      );
    case "verifySignInRequest":
      if (outcome?.done) {
        return (
          <ClosingDialog title="Grant Support Access to Your Account" closePath={ROOT}>
            <p role="status">{outcome.message}</p>
          </ClosingDialog>
        );
      }
      // Nothing to click where a click could only be refused: the link was used, has ended, or never was.
      if (hasCode && !link.asked) {
        return (
          <ClosingDialog title="Grant Support Access to Your Account" closePath={closePath}>
            <p role="alert">{SUPPORT_MESSAGES.linkInvalid}</p>
          </ClosingDialog>
        );
      }
      return <GrantSupportDialog asked={link.asked} hasCode={hasCode} problems={problems} closePath={closePath} />;
    default:
      if (reset === "changed") {
        return (
          <ClosingDialog title="Password has been changed" closePath={closePath}>
            <p role="status">{MESSAGES.passwordChanged}</p>
          </ClosingDialog>
        );
      }
      if (reset === "invalid_action_code" || link.dialog === "changePasswordFailed") {
        return (
          <ClosingDialog title={ERROR_TITLE} closePath={closePath}>
            <p role="alert">{MESSAGES.linkExpired}</p>
            <Link to="/app/sign-in/forgot-password" className="self-start underline underline-offset-2">
              Request another link
            </Link>
          </ClosingDialog>
        );
      }
      return <ChangePasswordDialog problems={problems} hasCode={hasCode} ways={link.ways} />;
  }
}

export function ErrorBoundary() {
  const error = useRouteError();
  const message = isRouteErrorResponse(error) ? String(error.data) : MESSAGES.somethingWentWrong;
  return (
    <ClosingDialog title={ERROR_TITLE} closePath="/app/sign-in">
      <p role="alert">{message}</p>
    </ClosingDialog>
  );
}

/** Refusals such as too many attempts are shown by the page's own dialog. */
async function orErrorDialog<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) throw new Response(error.userMessage, { status: error.status });
    throw error;
  }
}
