import { AppError } from "~/lib/app-error";

/** A use case's refusal as JSON, in the API's form, for addresses that only scripts ask. Anything else is thrown on. */
export function scriptRefusal(error: unknown): Response {
  if (!(error instanceof AppError)) throw error;
  const headers = new Headers({ "Cache-Control": "no-store", ...error.options.headers });
  if (error.options.retryAfterSeconds !== undefined)
    headers.set("Retry-After", String(Math.max(1, Math.ceil(error.options.retryAfterSeconds))));
  return Response.json(
    { detail: { status: error.code, message: error.userMessage } },
    { status: error.status, headers },
  );
}

/** The action of an address that scripts read and nobody sends anything to; without one, a page would say so. */
export function refuseAllButGet(): Response {
  const headers = { allow: "GET, HEAD" };
  return scriptRefusal(new AppError("method_not_allowed", 405, "This address answers GET only.", { headers }));
}

/** The loader of an address that scripts send to and nobody reads; without one, the framework calls it a fault of its own. */
export function refuseAllButPost(): Response {
  const headers = { allow: "POST" };
  return scriptRefusal(new AppError("method_not_allowed", 405, "This address takes POST only.", { headers }));
}
