/** Where a browser goes after a first factor was right, whichever it was: every way of signing in ends here. */
import { redirect, type TypedResponse } from "@remix-run/cloudflare";
import { redirectAfterSignIn } from "~/domains/accounts/redirect-rules";
import type { SignInOutcome } from "~/domains/accounts/sign-in-completion";
import type { RequestContext } from "../../../workers/app/context";
import { pendingSignInCookie } from "./cookies.server";
import { endSession, signInHeader } from "./session.server";

export const SECOND_FACTOR_PATH = "/app/sign-in/second-factor";

/**
 * The redirect, with its cookies. `target`: where the person wanted to go; only allowed places count. A session this
 * browser still has ends, so that nobody goes on under a secret from before.
 */
export async function finishSignIn(
  outcome: Exclude<SignInOutcome, { kind: "refused" }>,
  target: string | null,
  request: Request,
  context: RequestContext,
): Promise<TypedResponse<never>> {
  const headers = await signInHeaders(outcome, request, context);
  return redirect(pathAfter(outcome, target, request), { headers });
}

/** As `finishSignIn`, for scripts that go there themselves. */
export async function finishSignInForScript(
  outcome: Exclude<SignInOutcome, { kind: "refused" }>,
  target: string | null,
  request: Request,
  context: RequestContext,
): Promise<Response> {
  const headers = await signInHeaders(outcome, request, context);
  return Response.json({ location: pathAfter(outcome, target, request) }, { headers });
}

function pathAfter(outcome: SignInOutcome, target: string | null, request: Request): string {
  const path = redirectAfterSignIn(target, new URL(request.url).origin);
  return outcome.kind === "second_factor" ? `${SECOND_FACTOR_PATH}?${new URLSearchParams({ redirect: path })}` : path;
}

async function signInHeaders(
  outcome: Exclude<SignInOutcome, { kind: "refused" }>,
  request: Request,
  context: RequestContext,
): Promise<Headers> {
  const headers = new Headers({ "Cache-Control": "no-store" });
  const pending = await pendingSignInCookie(request, context);
  if (outcome.kind === "second_factor") {
    headers.append("Set-Cookie", await pending.serialize(outcome.pendingSecret));
    return headers;
  }
  await endSession(request, context);
  headers.append("Set-Cookie", await signInHeader(outcome.sessionSecret, request, context));
  headers.append("Set-Cookie", await pending.serialize("", { maxAge: 0 }));
  return headers;
}
