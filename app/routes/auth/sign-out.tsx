import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { allowedRedirect } from "~/domains/accounts/redirect-rules";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { endSession } from "~/features/accounts/session.server";
import { AppError } from "~/lib/app-error";

/** Signing out is a form; whoever opens the address gets the start page. */
export const loader = () => redirect("/app/home");

export async function action({ request, context }: ActionFunctionArgs) {
  let form: FormData;
  try {
    form = await readOwnForm(request, context);
  } catch (error) {
    if (error instanceof AppError) throw new Response(error.userMessage, { status: error.status });
    throw error;
  }
  const target = allowedRedirect(String(form.get("to") ?? ""), new URL(request.url).origin);
  return redirect(target ?? "/app/sign-in", { headers: { "Set-Cookie": await endSession(request, context) } });
}
