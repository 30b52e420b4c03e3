/** How a sign-in by a provider that did not work is told: on the page for single sign-on. */
import { redirect } from "@remix-run/cloudflare";
import type { SignOnProblem } from "~/domains/accounts/single-sign-on/rules";
import { AppError } from "~/lib/app-error";

/** The redirect to the page that says what is wrong. */
export function toProblem(problem: SignOnProblem, redirectTo = ""): Response {
  const query = new URLSearchParams({ problem });
  if (redirectTo !== "") query.set("redirect", redirectTo);
  return redirect(`/app/sso?${query}`, {
    headers: { "Cache-Control": "no-store" },
  });
}

/** Runs a step; too many of them are told like other problems. */
export async function step(run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return toProblem("too_many");
    throw error;
  }
}
