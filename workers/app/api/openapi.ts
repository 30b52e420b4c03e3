/** The OpenAPI 3.1 document of the table. */
import { z } from "zod";
import { contractPath, type Endpoint, type Io } from "./endpoint";

type Json = Record<string, unknown>;

/** Describes all rows. Takes about a millisecond a row, since it builds their schemas: keep the result. */
function openApiDocument(table: readonly Endpoint[], origin: string): Json {
  const paths: Record<string, Json> = {};
  for (const row of table) {
    const path = contractPath(row.path);
    paths[path] ??= {};
    paths[path][row.method] = operation(row);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Parlando API",
      version: "1.0.0",
      description: "Speech from text, voices and history. Speaks the wire protocol of the official clients.",
    },
    servers: [{ url: origin }],
    security: [{ apiKey: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "xi-api-key" },
        bearer: { type: "http", scheme: "bearer" },
      },
      schemas: { Error: ERROR_SCHEMA, ValidationError: VALIDATION_ERROR_SCHEMA },
      responses: {
        Error: answerOf("A refusal", { $ref: "#/components/schemas/Error" }),
        ValidationError: answerOf("Input that does not fit", { $ref: "#/components/schemas/ValidationError" }),
      },
    },
  };
}

/** Built at the first request for it; after that the isolate answers from memory. */
const documents = new WeakMap<readonly Endpoint[], Map<string, string>>();

export function openApiResponse(table: readonly Endpoint[], request: Request): Response {
  const origin = new URL(request.url).origin;
  const byOrigin = documents.get(table) ?? new Map<string, string>();
  documents.set(table, byOrigin);
  let text = byOrigin.get(origin);
  if (text === undefined) {
    text = JSON.stringify(openApiDocument(table, origin));
    // Hostnames are the client's to choose: keep few.
    if (byOrigin.size >= 4) byOrigin.clear();
    byOrigin.set(origin, text);
  }
  return new Response(text, {
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}

function operation(row: Endpoint): Json {
  const io = row.io();
  const refusals: Json = { default: { $ref: "#/components/responses/Error" } };
  if (io.params || io.query || io.body) refusals["422"] = { $ref: "#/components/responses/ValidationError" };
  return {
    operationId: operationId(row),
    summary: row.summary,
    tags: [row.family],
    ...(row.auth === "none" ? { security: [] } : {}),
    ...(row.permission ? { "x-permission": row.permission } : {}),
    ...(row.rateLimit ? { "x-rate-limit": row.rateLimit } : {}),
    parameters: [...parametersOf(io.params, "path"), ...parametersOf(io.query, "query")],
    ...(io.body ? { requestBody: requestBodyOf(row, io.body) } : {}),
    responses: { "200": successOf(io), ...refusals },
  };
}

function operationId(row: Endpoint): string {
  return `${row.method}_${row.path.replace(/[/:.-]+/g, "_").replace(/^_|_$/g, "")}`;
}

function parametersOf(schema: Io["params"], where: "path" | "query"): Json[] {
  if (!schema) return [];
  const object = jsonSchema(schema, "input") as { properties?: Record<string, unknown>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || (object.required?.includes(name) ?? false),
    schema: property,
  }));
}

function requestBodyOf(row: Endpoint, body: z.ZodType): Json {
  const type = row.bodyKind === "multipart" ? "multipart/form-data" : "application/json";
  return { required: !body.safeParse(undefined).success, content: { [type]: { schema: jsonSchema(body, "input") } } };
}

function successOf(io: Io): Json {
  if (!("kind" in io.response)) return answerOf("The answer", jsonSchema(io.response, "output"));
  const content = io.response.contentTypes.map((type) => [type, { schema: { type: "string", format: "binary" } }]);
  return { description: io.response.description, content: Object.fromEntries(content) };
}

function answerOf(description: string, schema: unknown): Json {
  return { description, content: { "application/json": { schema } } };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

const ERROR_SCHEMA = {
  type: "object",
  required: ["detail"],
  properties: {
    detail: {
      type: "object",
      required: ["status", "message"],
      properties: {
        status: { type: "string", description: "What went wrong, for programs" },
        message: { type: "string", description: "What went wrong, for people" },
        type: { type: "string" },
        code: { type: "string" },
        param: { type: ["string", "null"] },
        request_id: { type: "string" },
      },
    },
  },
};

const VALIDATION_ERROR_SCHEMA = {
  type: "object",
  required: ["detail"],
  properties: {
    detail: {
      type: "array",
      items: {
        type: "object",
        required: ["loc", "msg", "type"],
        properties: {
          loc: { type: "array", items: { type: ["string", "integer"] } },
          msg: { type: "string" },
          type: { type: "string" },
        },
      },
    },
  },
};
