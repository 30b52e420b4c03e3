import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { isRouteErrorResponse, Link, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { MESSAGES } from "~/domains/accounts/messages";
import { allowedRedirect } from "~/domains/accounts/redirect-rules";
import { ActionDialog } from "~/features/accounts/action-dialog";
import { ChangePasswordDialog } from "~/features/accounts/change-password-dialog";
import { clientOf } from "~/features/accounts/client-of-request";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { refusalOf, refuse } from "~/features/accounts/form-refusal.server";
import { VerifyEmailDialog } from "~/features/accounts/verify-email-dialog";
import { AppError } from "~/lib/app-error";
import { buttonClass } from "~/ui/button";

/** Where emailed links lead. Source: spec 000, section 2 ("Emailed action-link page") and section 4. */
export const meta: MetaFunction = () => [{ title: "Parlando" }];

/** The codes in this page's address go nowhere else. (With `no-referrer`, browsers would hide the origin of its forms too.) */
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const link = readLink(request);
  switch (link.mode) {
    case "recoverEmail":
      throw redirect(link.closePath);
    case "verifyEmail":
      return { dialog: "needsVerifyEmail" as const, ...link };
    case "resetPassword": {
      const open = await isResetCodeOpen(link.code);
      return { dialog: open ? ("changePassword" as const) : ("changePasswordFailed" as const), ...link };
    }
    default:
      throw new Response(MESSAGES.unknownMode, { status: 400 });
  }

  async function isResetCodeOpen(code: string) {
    try {
      return await context.services.accounts.isResetCodeOpen(code, clientOf(request));
    } catch (error) {
      if (error instanceof AppError) throw new Response(error.userMessage, { status: error.status });
      throw error;
    }
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { mode, code } = readLink(request);
  const { accounts } = context.services;
  const client = clientOf(request);
  if (mode === "verifyEmail") {
    try {
      await readOwnForm(request, context);
      await accounts.verifyEmail(code, client);
      return { verification: { verified: true, message: MESSAGES.emailVerified } };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { verification: { verified: false, message: error.userMessage } };
    }
  }
  if (mode !== "resetPassword") throw new Response(MESSAGES.unknownMode, { status: 400 });
  try {
    const form = await readOwnForm(request, context);
    const field = (name: string) => String(form.get(name) ?? "");
    const outcome = await accounts.resetPassword(
      { code, password: field("password"), repeated: field("repeated") },
      client,
    );
    if (outcome.kind === "refused") return refuse({ password: outcome.problem });
    return { reset: outcome.kind };
  } catch (error) {
    return refusalOf(error, MESSAGES.somethingWentWrong);
  }
}

export default function ActionPage() {
  const { dialog, closePath, code } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (dialog === "needsVerifyEmail") {
    const outcome = answer && "verification" in answer ? answer.verification : undefined;
    return <VerifyEmailDialog outcome={outcome} closePath={closePath} />;
  }
  const reset = answer && "reset" in answer ? answer.reset : undefined;
  if (reset === "changed") {
    return (
      <ClosingDialog title="Password has been changed" closePath={closePath}>
        <p role="status">{MESSAGES.passwordChanged}</p>
      </ClosingDialog>
    );
  }
  if (reset === "invalid_action_code" || dialog === "changePasswordFailed") {
    return (
      <ClosingDialog title="An error occurred" closePath={closePath}>
        <p role="alert">{MESSAGES.linkExpired}</p>
        <Link to="/app/sign-in/forgot-password" className="self-start underline underline-offset-2">
          Request another link
        </Link>
      </ClosingDialog>
    );
  }
  const problems = answer && "problems" in answer ? answer.problems : undefined;
  return <ChangePasswordDialog problems={problems} hasCode={code !== ""} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const message = isRouteErrorResponse(error) ? String(error.data) : MESSAGES.somethingWentWrong;
  return (
    <ClosingDialog title="An error occurred" closePath="/app/sign-in">
      <p role="alert">{message}</p>
    </ClosingDialog>
  );
}

function ClosingDialog({
  title,
  closePath,
  children,
}: {
  title: string;
  closePath: string;
  children: React.ReactNode;
}) {
  return (
    <ActionDialog title={title}>
      {children}
      <Link to={closePath} className={buttonClass("primary", "medium", "self-start")}>
        Continue
      </Link>
    </ActionDialog>
  );
}

/** The link's parameters; `closePath` is where any dialog leads when it is closed. */
function readLink(request: Request) {
  const { origin, searchParams } = new URL(request.url);
  const closeUrl = new URL(allowedRedirect(searchParams.get("continueUrl"), origin) ?? "/app/sign-in", origin);
  for (const name of ["internalCode", "newUser"]) {
    const value = searchParams.get(name);
    if (value) closeUrl.searchParams.set(name, value);
  }
  return {
    mode: searchParams.get("mode") ?? "",
    code: (searchParams.get("oobCode") ?? searchParams.get("verificationCode") ?? "").slice(0, 200),
    closePath: closeUrl.pathname + closeUrl.search,
  };
}
