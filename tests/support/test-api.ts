/** A small table of endpoints behind the product's own router, for tests of what all endpoints have in common. */
import { env } from "cloudflare:test";
import { z } from "zod";
import { AppError } from "../../app/lib/app-error";
import { binary, type Endpoint, endpoint } from "../../workers/app/api/endpoint";
import { queryBoolean, queryInteger, queryList, queryText } from "../../workers/app/api/query-parameters";
import { createApi } from "../../workers/app/api/router";
import { apiContextForTest } from "./api-context";
import { networkOfFile } from "./network-of-file";

const family = "test";
/** What there is to call. */
export const table: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/v1/echo/:word",
    auth: "none",
    summary: "Echo",
    family,
    bodyLimitBytes: 1000,
    io: () => ({
      params: z.object({ word: z.string() }),
      query: z.object({
        flag: queryBoolean(false),
        count: queryInteger({ min: 1, max: 5, otherwise: 2 }),
        list: queryList(z.string()),
        kind: queryText(z.enum(["a", "b"]).optional()),
      }),
      body: z.object({ text: z.string().min(1).max(5), nested: z.object({ level: z.number() }).optional() }),
      response: z.looseObject({}),
    }),
    run: ({ params, query, body }) => ({ ...params, ...query, ...body }),
  }),
  endpoint({
    method: "get",
    path: "/v1/whoami",
    auth: "account",
    summary: "Who",
    family,
    io: () => ({ response: z.object({ user_id: z.string() }) }),
    run: ({ caller }) => ({ user_id: caller.userId }),
  }),
  endpoint({
    method: "get",
    path: "/v1/refuse",
    auth: "none",
    summary: "Refuse",
    family,
    io: () => ({ response: z.object({}) }),
    run: () => {
      throw new AppError("system_busy", 429, "Busy.", {
        retryAfterSeconds: 2.2,
        param: "x",
        headers: { "x-extra": "1" },
      });
    },
  }),
  endpoint({
    method: "get",
    path: "/v1/break",
    auth: "none",
    summary: "Break",
    family,
    io: () => ({ response: z.object({}) }),
    run: () => {
      throw new Error("secret detail");
    },
  }),
  endpoint({
    method: "get",
    path: "/v1/misfit",
    auth: "none",
    summary: "Answer what does not fit",
    family,
    io: () => ({ response: z.object({ needed: z.string() }) }),
    run: () => ({}) as { needed: string },
  }),
  endpoint({
    method: "get",
    path: "/v1/bytes",
    auth: "none",
    summary: "Bytes",
    family,
    io: () => ({ response: binary("application/octet-stream") }),
    run: () => new Response("bytes", { headers: { "content-type": "application/octet-stream" } }),
  }),
  endpoint({
    method: "post",
    path: "/v1/form",
    auth: "none",
    summary: "Form",
    family,
    bodyKind: "multipart",
    io: () => ({ body: z.object({ name: z.string(), file: z.instanceof(File) }), response: z.looseObject({}) }),
    run: async ({ body }) => ({ name: body.name, size: body.file.size }),
  }),
];

const api = createApi(table);

export function call(path: string, init: RequestInit = {}, changes: Parameters<typeof apiContextForTest>[1] = {}) {
  const request = new Request(`http://localhost${path}`, init);
  for (const [name, value] of Object.entries(networkOfFile())) request.headers.set(name, value);
  return api(request, apiContextForTest(env, changes));
}

/** Of a refusal. */
export async function detailOf(response: Response) {
  return (await response.json<{ detail: unknown }>()).detail;
}
