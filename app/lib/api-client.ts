/** Calls of the browser to the product's API: with the identity token, and errors as the screens' toasts need them. */
import { getIdentityToken } from "./identity-token";

/** Source: spec 000, section 8, "Shared HTTP error". */
export const NETWORK_ERROR_MESSAGE = "Network error";
export const FALLBACK_ERROR_MESSAGE = "Something went wrong, please try again later.";

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

/** Fetches with a bearer token. Throws `ApiError` for refusals and for a broken network; an abort stays an abort. */
export async function apiFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${await getIdentityToken()}`);
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers, credentials: "omit" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "network_error", NETWORK_ERROR_MESSAGE);
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** Sends JSON and reads JSON. */
export async function apiJson<T>(path: string, method: "GET" | "POST" | "DELETE", body?: unknown): Promise<T> {
  const init: RequestInit =
    body === undefined
      ? { method }
      : { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return (await apiFetch(path, init)).json() as Promise<T>;
}

/** What a toast says: the server's message for a client error, otherwise the fallback. */
export function toastMessageOf(error: unknown, fallback: string = FALLBACK_ERROR_MESSAGE): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 0) return error.message;
  return error.status < 500 && error.message !== "" ? error.message : fallback;
}

/** Reads `detail.message` or `detail.msg` (also of a list), falling back to the status text. */
async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const detail = isRecord(body) ? body.detail : undefined;
  const first = Array.isArray(detail) ? detail[0] : detail;
  const entry = isRecord(first) ? first : {};
  const message = [entry.message, entry.msg].find((text) => typeof text === "string") ?? response.statusText;
  return new ApiError(response.status, typeof entry.status === "string" ? entry.status : "unknown", String(message));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
