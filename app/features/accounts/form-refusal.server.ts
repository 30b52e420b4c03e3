/** How an action's refusal reaches its form. */
import { data } from "@remix-run/cloudflare";
import { AppError, type AppErrorCode } from "~/lib/app-error";
import type { RequestLog } from "../../../workers/app/log";

/** What is wrong, by field; `form` is about all of it. */
export type Problems = Partial<Record<string, string>>;

/** An answer with problems, for the form to show. `refusal` is the code of the use case's refusal, if it was one. */
export function refuse(problems: Problems, status = 400, headers: HeadersInit = {}, refusal?: AppErrorCode) {
  return data({ problems, refusal }, { status, headers });
}

/**
 * Turns a refusal of a use case into an answer for the form. Anything else is logged and answered the fallback's
 * message, or thrown on without one.
 */
export function refusalOf(error: unknown, fallback?: { message: string; log: RequestLog }) {
  if (!(error instanceof AppError)) {
    if (fallback === undefined || error instanceof Response) throw error;
    fallback.log.error("form_failed", nameOf(error));
    return refuse({ form: fallback.message }, 500);
  }
  const { userMessage, status, options } = error;
  const headers = new Headers();
  if (options.retryAfterSeconds !== undefined) headers.set("Retry-After", String(options.retryAfterSeconds));
  return refuse({ [options.param ?? "form"]: userMessage }, status, headers, error.code);
}

/** Without its message, which may repeat what was typed. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);
