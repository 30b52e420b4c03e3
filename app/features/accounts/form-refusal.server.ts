/** How an action's refusal reaches its form. */
import { data } from "@remix-run/cloudflare";
import { AppError } from "~/lib/app-error";

/** What is wrong, by field; `form` is about all of it. */
export type Problems = Partial<Record<string, string>>;

/** An answer with problems, for the form to show. */
export function refuse(problems: Problems, status = 400, headers: HeadersInit = {}) {
  return data({ problems }, { status, headers });
}

/** Turns a refusal of a use case into an answer for the form. Anything else is thrown on. */
export function refusalOf(error: unknown) {
  if (!(error instanceof AppError)) throw error;
  const { userMessage, status, options } = error;
  const headers = new Headers();
  if (options.retryAfterSeconds !== undefined) headers.set("Retry-After", String(options.retryAfterSeconds));
  return refuse({ [options.param ?? "form"]: userMessage }, status, headers);
}
