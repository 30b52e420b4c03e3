/** Refusals for clients of the OpenAI dialect, which read `error`. The product's own `detail` stays beside it. */
import { namedProblem } from "../../../app/lib/named-problem";

const DIALECT_PATHS = /^\/v1\/audio\//;

interface WireDetail {
  status?: string;
  message?: string;
  param?: string | null;
}

const typeOf = (status: number) => {
  if (status === 401) return "authentication_error";
  if (status === 403) return "permission_error";
  if (status === 404) return "not_found_error";
  if (status === 429) return "rate_limit_error";
  return status < 500 ? "invalid_request_error" : "server_error";
};

/** The product's fields as callers of the dialect know them. */
const FIELD_OF_DIALECT: Record<string, string> = {
  text: "input",
  voice_id: "voice",
  model_id: "model",
  output_format: "response_format",
};

/** The same refusal with `error: {message, type, param, code}` where the path belongs to the dialect. */
export async function withOpenAiError(response: Response, pathname: string): Promise<Response> {
  if (!DIALECT_PATHS.test(pathname)) return response;
  const { detail: own } = await response.json<{ detail: WireDetail | { loc: (string | number)[]; msg: string }[] }>();
  const detail = Array.isArray(own) || !own.param ? own : { ...own, param: FIELD_OF_DIALECT[own.param] ?? own.param };
  const { status, message, param } = Array.isArray(detail)
    ? {
        status: "invalid_request",
        message: detail.map(({ loc, msg }) => namedProblem(loc.slice(1), msg)).join("; "),
        param: detail[0]?.loc.slice(1).join(".") || null,
      }
    : detail;
  // Clients of the dialect know no 422.
  const code = response.status === 422 ? 400 : response.status;
  const error = { message: message ?? "", type: typeOf(code), param: param ?? null, code: status ?? null };
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return Response.json({ error, detail }, { status: code, headers });
}
