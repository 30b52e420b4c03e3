import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { SECURITY_MESSAGES } from "~/domains/accounts/security/messages";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { clientOf } from "~/features/accounts/client-of-request";
import { pendingSignInCookie, readCookie } from "~/features/accounts/cookies.server";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { finishSignIn } from "~/features/accounts/finish-sign-in.server";
import { refusalOf, refuse } from "~/features/accounts/form-refusal.server";
import { methodOf } from "~/features/accounts/second-factor-method";
import { SecondFactorScreen } from "~/features/accounts/second-factor-screen";
import { pageTitle } from "~/lib/page-title";
import type { RequestContext } from "../../../workers/app/context";

/** The second step of signing in. Works without scripts. */
export const meta: MetaFunction = () => [{ title: pageTitle("Second factor") }];
export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const secret = await readCookie(await pendingSignInCookie(request, context), request);
  const choices = secret && (await context.services.accounts.secondFactorSignIn.findPending(secret));
  if (!choices) throw redirect(signInPath(request));
  return { choices };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { secondFactorSignIn } = context.services.accounts;
  const client = clientOf(request, context);
  try {
    const form = await readOwnForm(request, context);
    const field = (name: string) => String(form.get(name) ?? "");
    const secret = (await readCookie(await pendingSignInCookie(request, context), request)) ?? "";
    const target = new URL(request.url).searchParams.get("redirect");
    switch (field("intent")) {
      case "send":
        await secondFactorSignIn.sendCode(secret, client);
        return { sent: true };
      case "backup": {
        const outcome = await secondFactorSignIn.completeWithBackupCode(secret, field("code"), client);
        if (outcome.kind === "wrong_code") return refuse({ code: SECURITY_MESSAGES.backupCodeWrong });
        if (outcome.kind === "ended") return await beginAgain(request, context);
        // They have no second factor any more: that is where they can set one up.
        return await finishSignIn(outcome, "/app/settings/security", request, context);
      }
      default: {
        const method = field("method") === "sms" ? "sms" : "totp";
        const outcome = await secondFactorSignIn.completeWithCode(secret, method, field("code"), client);
        if (outcome.kind === "wrong_code") return refuse({ code: SECURITY_MESSAGES.codeWrong });
        if (outcome.kind === "ended") return await beginAgain(request, context);
        return await finishSignIn(outcome, target, request, context);
      }
    }
  } catch (error) {
    return refusalOf(error);
  }
}

export default function SecondFactor() {
  const { choices } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [parameters] = useSearchParams();
  return (
    <SecondFactorScreen
      choices={choices}
      method={methodOf(parameters.get("method"), choices)}
      problems={answer && "problems" in answer ? answer.problems : undefined}
      sent={answer !== undefined && "sent" in answer}
    />
  );
}

/** Where the sign-in begins anew, on the way to the same place. */
function signInPath(request: Request): string {
  const target = new URL(request.url).searchParams.get("redirect");
  return `/app/sign-in?${new URLSearchParams({ again: "1", ...(target ? { redirect: target } : {}) })}`;
}

async function beginAgain(request: Request, context: RequestContext) {
  const cookie = await pendingSignInCookie(request, context);
  return redirect(signInPath(request), { headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) } });
}
