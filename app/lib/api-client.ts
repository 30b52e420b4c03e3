/** Calls of the browser to the product's API: with the identity token, and errors as the screens' toasts need them. */
import { GENERIC_MESSAGE, readApiProblem } from "./api-problem";
import { getIdentityToken, SignedOutError } from "./identity-token";

/** Source: spec 000, section 8, "Shared HTTP error". */
const NETWORK_ERROR_MESSAGE = "Network error";

export class ApiError extends Error {
  constructor(
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** `detail.status` of the answer. */
    readonly type: string,
    message: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

/** What the server refuses for what it is: asked again, it refuses again. */
const FINAL_STATUSES = [400, 403, 410, 413, 422];

/** Whether asking again is of no use. Anything else may go better: a network that is back, a limit that is over. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof ApiError && FINAL_STATUSES.includes(error.status);

/** Fetches with a bearer token. Throws `ApiError` for refusals and for a broken network; an abort stays an abort. */
export async function apiFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  let response: Response;
  try {
    headers.set("authorization", `Bearer ${await getIdentityToken()}`);
    response = await fetch(path, { ...init, headers, credentials: "omit" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    if (error instanceof SignedOutError) throw new ApiError(401, "signed_out", error.message);
    throw new ApiError(0, "network_error", NETWORK_ERROR_MESSAGE);
  }
  if (!response.ok) {
    const { status, type, message } = await readApiProblem(response);
    throw new ApiError(status, type, message);
  }
  return response;
}

/** Sends JSON and reads JSON. */
export async function apiJson<T>(
  path: string,
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  body?: unknown,
): Promise<T> {
  const init: RequestInit =
    body === undefined
      ? { method }
      : { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return (await apiFetch(path, init)).json() as Promise<T>;
}

/** What a toast says: the server's message for a client error, otherwise the fallback. */
export function toastMessageOf(error: unknown, fallback: string = GENERIC_MESSAGE): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 0) return error.message;
  return error.status < 500 && error.message !== "" ? error.message : fallback;
}
