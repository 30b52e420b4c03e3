/** The operations that a running product describes in its OpenAPI document, with a request that fits each one's schema. */

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minLength?: number;
  minItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
}

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

interface Operation {
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export interface DescribedOperation {
  /** Like `get /v1/history/{history_item_id}`. */
  name: string;
  method: string;
  /** Whether a key or token is asked for. */
  isClosed: boolean;
  /** Names of its path parameters. */
  pathParameters: string[];
  /** Path and query, the path parameters taken from `ids` (`x` where it names none). */
  address(ids?: Record<string, string>): string;
  /** What it takes at least; undefined where it takes no body. */
  body: unknown;
}

/** All operations of the document at `url`, had by `request`. */
export async function describedOperations(
  url: string,
  request: (address: string) => Promise<Response> = fetch,
): Promise<DescribedOperation[]> {
  const document = (await (await request(`${url}/openapi.json`)).json()) as Document;
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => described(document, path, method, operation)),
  );
}

/** Whether the operation is asked about one of the things of which `ids` has the names, in its path or its body. */
export function namesThing({ pathParameters, body }: DescribedOperation, ids: Record<string, string>): boolean {
  return [...pathParameters, ...Object.keys((body as object | undefined) ?? {})].some(
    (name) => name in ids || name.replace(/s$/, "") in ids,
  );
}

/** The operation's body, with the things of `ids` where it names any, one by one or as a list. */
export function bodyAbout({ body }: DescribedOperation, ids: Record<string, string>): unknown {
  if (typeof body !== "object" || body === null) return body;
  const named = Object.entries(body).map(([name, value]) => {
    if (name in ids) return [name, ids[name]];
    const one = ids[name.replace(/s$/, "")];
    return [name, Array.isArray(value) && one ? [one] : value];
  });
  return Object.fromEntries(named);
}

function described(document: Document, path: string, method: string, operation: Operation): DescribedOperation {
  const parameters = operation.parameters ?? [];
  const query = new URLSearchParams(
    parameters
      .filter((each) => each.in === "query" && each.required)
      .map((each) => [each.name, String(sample(document, each.schema))]),
  ).toString();
  const schema = operation.requestBody?.content["application/json"]?.schema;
  return {
    name: `${method} ${path}`,
    method: method.toUpperCase(),
    isClosed: operation.security?.length !== 0,
    pathParameters: parameters.filter((each) => each.in === "path").map(({ name }) => name),
    address: (ids = {}) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "x") + (query && `?${query}`),
    body: schema && sample(document, schema),
  };
}

/** The smallest value that fits a schema. */
function sample(document: Document, schema: Schema): unknown {
  const name = schema.$ref?.split("/").at(-1);
  if (name) return sample(document, document.components?.schemas?.[name] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  if (choice) return sample(document, choice);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, sample(document, schema.properties?.[key] ?? {})]),
      );
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(document, schema.items ?? {}));
    case "integer":
    case "number":
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return schema.format === "email" ? "someone@example.com" : "x".repeat(Math.max(schema.minLength ?? 1, 1));
  }
}
