/**
 * From a request to the row that answers it: preflight, caller, rate limit, input, run, answer; and everything that
 * goes wrong on the way in the API's own shape.
 */
import { Hono } from "hono";
import { AppError, ValidationError, type ValidationIssue } from "../../../app/lib/app-error";
import { namedProblem } from "../../../app/lib/named-problem";
import type { RequestContext } from "../context";
import { log } from "../log";
import { requireCaller, requireOpenToSupport, requirePermission, workFor } from "./auth";
import type { Caller } from "./caller";
import { addCorsHeaders, preflightResponse } from "./cors";
import type { Endpoint, Io } from "./endpoint";
import { endpoints as productEndpoints } from "./endpoint-table";
import { errorResponse } from "./errors";
import { withOpenAiError } from "./openai-errors";
import { openApiResponse } from "./openapi";
import { readQuery } from "./query-parameters";
import { readFormBody, readJsonBody } from "./request-body";
import { enforceRateLimit } from "./request-limits";
import { requireScope } from "./scopes";
import { type InputPart, validationIssues } from "./validation-issues";

/** Paths that belong to the API: they answer on every site, and never a page. */
export function isApiPath(pathname: string): boolean {
  return /^\/(v1|v2)(\/|$)/.test(pathname) || pathname === "/openapi.json";
}

export type ApiHandler = (request: Request, context: RequestContext) => Promise<Response>;

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** Builds the router once per isolate; schemas are built at the first use of their row. */
export function createApi(table: readonly Endpoint[] = productEndpoints): ApiHandler {
  const app = new Hono<{ Bindings: { context: RequestContext } }>();
  for (const row of table) {
    app.on(row.method.toUpperCase(), row.path, (c) => answer(row, c.req.raw, c.req.param(), c.env.context));
  }
  app.get("/openapi.json", (c) => openApiResponse(table, c.req.raw));
  app.notFound((c) => {
    const allowed = METHODS.filter((method) => app.router.match(method.toUpperCase(), c.req.path)[0].length > 0);
    if (allowed.length === 0) throw new AppError("not_found", 404, "There is no such endpoint.");
    const allow = allowed.flatMap((method) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()])).join(", ");
    throw new AppError("method_not_allowed", 405, `This endpoint answers ${allow} only.`, { headers: { allow } });
  });
  app.onError((error, c) => withOpenAiError(errorResponse(error, c.env.context.requestId), c.req.path));

  return async (request, context) => {
    if (request.method === "OPTIONS") return withApiHeaders(preflightResponse(request), context.requestId);
    return withApiHeaders(await app.fetch(request, { context }), context.requestId);
  };
}

async function answer(
  row: Endpoint,
  request: Request,
  pathParameters: Record<string, string>,
  context: RequestContext,
): Promise<Response> {
  let caller: Caller | null = null;
  if (row.auth === "account") {
    caller = await requireCaller(request, context);
    requireScope(caller, row);
    requirePermission(caller, row.permission);
    requireOpenToSupport(caller, row);
  }
  const io = row.io();
  const input = await withinLimit(
    row.rateLimit && enforceRateLimit(row.rateLimit, { request, caller, context }),
    readInput(row, io, request, pathParameters),
  );
  const result = await workFor(
    caller,
    row,
  )({
    params: input.path,
    query: input.query,
    body: input.body,
    // The row's own type says whether it may be null, see `Call`.
    caller: caller as Caller,
    context,
    services: context.services,
    request,
  } as Parameters<Endpoint["run"]>[0]);
  if (result instanceof Response) return result;
  if (context.variables.APP_ENV !== "production") checkAnswer(row, io, result);
  return Response.json(result);
}

/** The input, read while the limit is asked. A refusal by the limit comes before anything that is wrong with the input. */
async function withinLimit<T>(limit: Promise<void> | undefined, input: Promise<T>): Promise<T> {
  const [allowed, read] = await Promise.allSettled([limit, input]);
  if (allowed.status === "rejected") throw allowed.reason;
  if (read.status === "rejected") throw read.reason;
  return read.value;
}

async function readInput(
  row: Endpoint,
  io: Io,
  request: Request,
  pathParameters: Record<string, string>,
): Promise<Record<InputPart, unknown>> {
  const values: Record<InputPart, unknown> = { path: undefined, query: undefined, body: undefined };
  const issues: ValidationIssue[] = [];
  const check = (part: InputPart, schema: Io["params"], given: unknown) => {
    if (!schema) return;
    const parsed = schema.safeParse(given);
    if (parsed.success) values[part] = parsed.data;
    else issues.push(...validationIssues(part, parsed.error.issues, given));
  };
  check("path", io.params, pathParameters);
  check("query", io.query, readQuery(new URL(request.url).searchParams));
  if (io.body) {
    const read = row.bodyKind === "multipart" ? readFormBody : readJsonBody;
    check("body", io.body, await read(request, row.bodyLimitBytes));
  }
  if (issues.length > 0) throw new ValidationError(issues);
  return values;
}

/**
 * In development and tests an answer that does not fit its schema is a failure: official clients throw on a missing key.
 * In production the check would cost time on each request and help nobody.
 */
function checkAnswer(row: Endpoint, io: Io, result: unknown): void {
  if ("kind" in io.response) throw new Error(`${row.method} ${row.path} has to answer a Response`);
  const parsed = io.response.safeParse(result);
  if (parsed.success) return;
  const problems = parsed.error.issues.map((issue) => namedProblem(issue.path, issue.message)).join("; ");
  log.error("answer_does_not_fit", problems, { method: row.method, path: row.path });
  throw new Error(`The answer of ${row.method} ${row.path} does not fit its schema: ${problems}`);
}

function withApiHeaders(response: Response, requestId: string): Response {
  if (response.webSocket || response.status === 101) return response;
  const headers = new Headers(response.headers);
  addCorsHeaders(headers);
  if (!headers.has("request-id")) headers.set("request-id", requestId);
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
