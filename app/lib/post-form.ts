/** Sends a form to one of the site's own addresses that answer JSON, as a script; refusals are thrown as the API's are. */
import { ApiError } from "./api-client";
import { readApiProblem } from "./api-problem";

/** @throws ApiError for refusals and a broken network (status 0). */
export async function postForm<T>(path: string, fields: Record<string, string>): Promise<T> {
  const response = await fetch(path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { accept: "application/json" },
    credentials: "same-origin",
  }).catch(() => {
    throw new ApiError(0, "network_error", "Network error");
  });
  if (!response.ok) {
    const { status, type, message } = await readApiProblem(response);
    throw new ApiError(status, type, message);
  }
  return response.json() as Promise<T>;
}
