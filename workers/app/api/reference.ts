/** The table as people read it: what `/docs/api` shows. */
import { z } from "zod";
import { contractPath, type Endpoint, type Io } from "./endpoint";
import { endpoints } from "./endpoint-table";
import { sdkCallOf } from "./sdk-calls";

export interface ApiField {
  name: string;
  /** `string`, `integer`, `array of string`, `one of a, b` … */
  type: string;
  required: boolean;
  /** Default, bounds and what else is to be known, in words; empty when there are none. */
  note: string;
}

export interface ApiOperation {
  /** An anchor of the page. */
  id: string;
  method: string;
  path: string;
  summary: string;
  /** Whether a key or token is needed. */
  needsAccount: boolean;
  permission: "editor" | "admin" | null;
  pathFields: ApiField[];
  queryFields: ApiField[];
  bodyFields: ApiField[];
  bodyKind: "json" | "multipart" | null;
  answerTypes: string[];
  answerFields: ApiField[];
  /** Smallest body that works. */
  exampleBody: string | null;
  /** A call of the official JavaScript client. */
  sdkCall: string | null;
}

export interface ApiFamily {
  id: string;
  title: string;
  operations: ApiOperation[];
}

let families: ApiFamily[] | undefined;

/** All operations by family, in the table's order. Built at the first call of an isolate. */
export function apiReference(): ApiFamily[] {
  families ??= describeTable(endpoints);
  return families;
}

function describeTable(table: readonly Endpoint[]): ApiFamily[] {
  const byFamily = new Map<string, ApiFamily>();
  for (const row of table) {
    const family = byFamily.get(row.family) ?? { id: row.family, title: titleOf(row.family), operations: [] };
    byFamily.set(row.family, family);
    family.operations.push(operationOf(row));
  }
  return [...byFamily.values()];
}

/** `text-to-speech` → `Text to speech` */
function titleOf(family: string): string {
  const words = family.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function operationOf(row: Endpoint): ApiOperation {
  const io = row.io();
  const path = contractPath(row.path);
  const method = row.method.toUpperCase();
  const body = io.body && jsonSchema(io.body, "input");
  return {
    id: `${row.method}-${path.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "")}`,
    method,
    path,
    summary: row.summary,
    needsAccount: row.auth === "account",
    permission: row.permission ?? null,
    pathFields: fieldsOf(io.params, "input").map((field) => ({ ...field, required: true })),
    queryFields: fieldsOf(io.query, "input"),
    bodyFields: fieldsOf(io.body, "input"),
    bodyKind: io.body ? row.bodyKind : null,
    answerTypes: "kind" in io.response ? io.response.contentTypes : ["application/json"],
    answerFields: "kind" in io.response ? [] : fieldsOf(io.response, "output"),
    exampleBody: body && row.bodyKind === "json" ? JSON.stringify(exampleOf(body, "body")) : null,
    sdkCall: sdkCallOf(`${method} ${path}`),
  };
}

/** What we read of a JSON Schema. */
interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  additionalProperties?: Schema | boolean;
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Schema {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Schema;
}

function fieldsOf(schema: Io["params"], io: "input" | "output"): ApiField[] {
  if (!schema) return [];
  const json = jsonSchema(schema, io);
  const object = json.type === "array" ? json.items : json;
  return Object.entries(object?.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeName(property),
    required: object?.required?.includes(name) ?? false,
    note: noteOf(property),
  }));
}

function typeName(schema: Schema): string {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) {
    const names = new Set(branches.filter((branch) => branch.type !== "null").map(typeName));
    return [...names].join(" or ");
  }
  if (schema.enum) return `one of ${schema.enum.map(wordOf).join(", ")}`;
  if (schema.const !== undefined) return wordOf(schema.const);
  if (schema.type === "array") return schema.items ? `array of ${typeName(schema.items)}` : "array";
  if (Array.isArray(schema.type)) return schema.type.filter((type) => type !== "null").join(" or ");
  return schema.type ?? "any";
}

/** A text as it is, anything else as JSON. */
function wordOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function noteOf(schema: Schema): string {
  const branches = schema.anyOf ?? schema.oneOf ?? [];
  const bounds = {
    ...branches.find((branch) => branch.minimum !== undefined || branch.maximum !== undefined),
    ...schema,
  };
  const notes: string[] = [];
  // zod writes the safe integers as bounds of every integer.
  const isBound = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  if (isBound(bounds.minimum) && isBound(bounds.maximum)) notes.push(`${bounds.minimum} to ${bounds.maximum}`);
  else if (isBound(bounds.minimum)) notes.push(`at least ${bounds.minimum}`);
  else if (isBound(bounds.maximum)) notes.push(`at most ${bounds.maximum}`);
  if (schema.maxItems !== undefined) notes.push(`at most ${schema.maxItems} items`);
  if (schema.default !== undefined) notes.push(`${wordOf(schema.default)} unless given`);
  if (schema.description !== undefined) notes.push(schema.description);
  return notes.join(", ");
}

const EXAMPLES: Readonly<Record<string, unknown>> = {
  text: "Hello from Parlando.",
  input: "Hello from Parlando.",
  name: "My key",
  voice: "VOICE_ID",
  voice_id: "VOICE_ID",
  model: "eleven_multilingual_v2",
  model_id: "eleven_multilingual_v2",
};

/** The smallest value that fits: required fields only. */
function exampleOf(schema: Schema, name: string): unknown {
  if (schema.default !== undefined) return schema.default;
  if (name in EXAMPLES && (schema.type === "string" || schema.type === undefined)) return EXAMPLES[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const branch = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== "null");
  if (branch) return exampleOf(branch, name);
  switch (schema.type) {
    case "object": {
      const required = schema.required ?? [];
      return Object.fromEntries(required.map((key) => [key, exampleOf(schema.properties?.[key] ?? {}, key)]));
    }
    case "array":
      return [exampleOf(schema.items ?? {}, name.replace(/s$/, ""))];
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    default:
      return name.toUpperCase();
  }
}
