/**
 * What a refusal looks like on the wire. Shapes: `{"detail":{"status","message",…}}`, for invalid input
 * `{"detail":[{"loc","msg","type"}]}`. Stacks and causes go to the log only.
 */
import { AppError, ValidationError } from "../../../app/lib/app-error";
import { log } from "../log";

/** Broad kinds of refusal that newer clients read beside the code. */
function errorType(status: number): string {
  switch (status) {
    case 401:
      return "authentication_error";
    case 402:
      return "payment_required";
    case 403:
      return "authorization_error";
    case 404:
      return "not_found";
    case 409:
      return "conflict";
    case 429:
      return "rate_limit_error";
    default:
      return status < 500 ? "validation_error" : "internal_error";
  }
}

/** Turns anything thrown into the answer a client gets. Unknown errors are logged and answered as a plain 500. */
export function errorResponse(error: unknown, requestId: string): Response {
  if (error instanceof ValidationError) return Response.json({ detail: error.issues }, { status: 422 });
  if (error instanceof AppError) {
    if (error.status >= 500)
      log.error("request_refused", error.options.cause ?? error, { requestId, code: error.code });
    return appErrorResponse(error, requestId);
  }
  log.error("request_failed", error, { requestId });
  return appErrorResponse(
    new AppError("internal_error", 500, "Something went wrong, please try again later."),
    requestId,
  );
}

function appErrorResponse(error: AppError, requestId: string): Response {
  const headers = new Headers(error.options.headers);
  if (error.options.retryAfterSeconds !== undefined) {
    headers.set("retry-after", String(Math.max(1, Math.ceil(error.options.retryAfterSeconds))));
  }
  const detail = {
    status: error.code,
    message: error.userMessage,
    // Quota is a 401 by the contract, though the credentials are fine.
    type: error.code === "quota_exceeded" ? "quota_error" : errorType(error.status),
    code: error.code,
    param: error.options.param ?? null,
    request_id: requestId,
  };
  return Response.json({ detail }, { status: error.status, headers });
}
