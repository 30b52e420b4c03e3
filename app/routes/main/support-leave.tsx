import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { findOwnUser, findUser } from "~/features/accounts/session.server";
import { endVisit } from "~/features/support-access/support-session.server";
import { AppError } from "~/lib/app-error";
import type { RequestContext } from "../../../workers/app/context";

/** Whoever comes here after their time in an account was over is uncovered again; a visit that goes on is left by the form. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if ((await findUser(request, context))?.supportAccessId) return redirect("/app/home");
  return leave(request, context);
}

export async function action({ request, context }: ActionFunctionArgs) {
  try {
    await readOwnForm(request, context);
  } catch (error) {
    if (error instanceof AppError) throw new Response(error.userMessage, { status: error.status });
    throw error;
  }
  return leave(request, context);
}

async function leave(request: Request, context: RequestContext): Promise<Response> {
  const own = await findOwnUser(request, context);
  const isStaff = own !== null && (await context.services.accounts.supportAccess.isStaff(own));
  const headers = { "Set-Cookie": await endVisit(request, context), "Cache-Control": "no-store" };
  return redirect(isStaff ? "/app/support?ended" : "/app/home", { headers });
}
