/**
 * The row type of the API table. One row is one operation: what it is called, who may call it, what goes in and out,
 * and what it does. The router, the OpenAPI document, `/docs/api` and the tests that walk all operations read the table.
 */

import type { z } from "zod";
import type { ApiKeyScope } from "../../../app/domains/accounts/api-key-scopes";
import type { RequestContext } from "../context";
import type { Caller } from "./caller";
import type { RateLimitName } from "./rate-limits";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** An answer that is bytes, not JSON: `run` returns a `Response`. */
export interface BinaryAnswer {
  kind: "binary";
  contentTypes: string[];
  description: string;
}

/** Declares an answer of bytes (or of newline-delimited JSON) for the document. */
export function binary(contentTypes: string | string[], description = "The content"): BinaryAnswer {
  return {
    kind: "binary",
    contentTypes: typeof contentTypes === "string" ? [contentTypes] : contentTypes,
    description,
  };
}

/** Schemas of an operation, in wire form (snake_case). `response` describes what `run` answers. */
export interface Io {
  /** Path parameters. */
  params?: z.ZodType;
  /** Query parameters; build them with `query-parameters.ts`, since clients send text. */
  query?: z.ZodType;
  /** The JSON or multipart body. Fields that are not named are ignored, unless the schema is strict. */
  body?: z.ZodType;
  response: z.ZodType | BinaryAnswer;
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Answer<T> = T extends z.ZodType ? z.input<T> | Response : Response;
type MaybePromise<T> = T | Promise<T>;

/** What `run` gets. */
export interface Call<T extends Io, A extends Access> {
  params: Output<T["params"]>;
  query: Output<T["query"]>;
  body: Output<T["body"]>;
  /** Never null where the row says `auth: "account"`. */
  caller: A extends "account" ? Caller : null;
  context: RequestContext;
  services: RequestContext["services"];
  request: Request;
}

/** `account`: an API key or an identity token. `none`: anyone, also without one. */
export type Access = "none" | "account";

export interface EndpointDefinition<T extends Io, A extends Access> {
  method: Method;
  /** Hono's form: `/v1/voices/:voice_id`. Parameter names are the contract's. */
  path: `/${string}`;
  auth: A;
  /** Least workspace role; without it any member may call. */
  permission?: "editor" | "admin";
  /** What an API key needs to be allowed; by family and method unless named, see `scopes.ts`. */
  scope?: ApiKeyScope;
  /** `api` unless named where an account is needed; none otherwise. Counted after the caller is known. */
  rateLimit?: RateLimitName;
  /** One line, imperative. */
  summary: string;
  /** The contract's family, which also groups the API page. */
  family: string;
  /** How the body is sent; `json` unless named. Only read where `io().body` is there. */
  bodyKind?: "json" | "multipart";
  /** Bigger bodies are refused with 413 before they are read whole. 1 MB (1,000,000 bytes) unless named. */
  bodyLimitBytes?: number;
  /** Called once, at the row's first use: building all schemas at start would cost half a second. */
  io: () => T;
  /** Answers the wire object, or a `Response` for streams, files and other statuses. Throws `AppError` to refuse. */
  run: (call: Call<T, A>) => MaybePromise<Answer<T["response"]>>;
  /**
   * For each GET whose `run` makes what it answers where it is not there yet: the same answer where it is, null where it is
   * not. Such a row is no mere reading: keys need the scope that writes, and who may only look gets this in place of `run`.
   */
  findMade?: (call: Call<T, A>) => MaybePromise<Answer<T["response"]> | null>;
  /** For what a family of use has that support may not do all the same, see `requireOpenToSupport`. */
  isClosedToSupport?: true;
}

/** A row with its types erased, as the table holds it. */
export interface Endpoint extends Omit<EndpointDefinition<Io, Access>, "run" | "findMade" | "io"> {
  bodyKind: "json" | "multipart";
  bodyLimitBytes: number;
  io: () => Io;
  run: (call: Call<Io, Access>) => Promise<unknown>;
  findMade: ((call: Call<Io, Access>) => Promise<unknown>) | undefined;
}

const DEFAULT_BODY_LIMIT_BYTES = 1_000_000;

/** Makes a row. Nothing is registered: rows count once `endpoint-table.ts` lists them. */
export function endpoint<T extends Io, A extends Access>(definition: EndpointDefinition<T, A>): Endpoint {
  let built: T | undefined;
  const { findMade } = definition;
  return {
    ...definition,
    rateLimit: definition.rateLimit ?? (definition.auth === "account" ? "api" : undefined),
    bodyKind: definition.bodyKind ?? "json",
    bodyLimitBytes: definition.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
    io: () => {
      built ??= definition.io();
      return built;
    },
    run: async (call) => definition.run(call as unknown as Call<T, A>),
    findMade: findMade && (async (call) => findMade(call as unknown as Call<T, A>)),
  };
}

/** `/v1/voices/:voice_id` as OpenAPI and the contract write it: `/v1/voices/{voice_id}`. */
export function contractPath(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}
