/** What went wrong with a call, as a person may read it. Source: spec 001, section 8 (shared HTTP error). */
export interface ApiProblem {
  /** HTTP status; 0 when it is unknown. */
  status: number;
  /** `detail.status`, e.g. `quota_exceeded`. */
  type: string;
  message: string;
}

export const GENERIC_MESSAGE = "Something went wrong, please try again later.";

/** Reads `detail.message` or `detail.msg`, falling back to the status text. Never throws. */
export async function readApiProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined);
  const detail = isRecord(body) ? body.detail : undefined;
  // A validation answer lists its problems; the first one is said.
  const first: unknown = Array.isArray(detail) ? detail[0] : detail;
  const fields = isRecord(first) ? first : {};
  const message = [fields.message, fields.msg, detail, response.statusText].find(
    (candidate): candidate is string => typeof candidate === "string" && candidate !== "",
  );
  return {
    status: response.status,
    type: typeof fields.status === "string" ? fields.status : "unknown",
    // Server failures explain nothing to a person; the generic sentence does.
    message: response.status >= 500 ? GENERIC_MESSAGE : (message ?? GENERIC_MESSAGE),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
