import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "../../../../app/lib/app-error";
import { binary, type Endpoint, endpoint } from "../../../../workers/app/api/endpoint";
import { queryBoolean, queryInteger, queryList, queryText } from "../../../../workers/app/api/query-parameters";
import { createApi } from "../../../../workers/app/api/router";
import { apiContextForTest } from "../../../support/api-context";
import { signUpForTest, type TestCaller } from "../../../support/test-caller";

const family = "test";
const table: Endpoint[] = [
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
let caller: TestCaller;
beforeAll(async () => {
  caller = await signUpForTest(env);
});

function call(path: string, init: RequestInit = {}, changes: Parameters<typeof apiContextForTest>[1] = {}) {
  return api(new Request(`http://localhost${path}`, init), apiContextForTest(env, changes));
}
const post = (body: BodyInit, path = "/v1/echo/hi", headers: Record<string, string> = {}) =>
  call(path, { method: "POST", body, headers });

async function detailOf(response: Response) {
  return (await response.json<{ detail: unknown }>()).detail;
}

describe("input", () => {
  it("is read from path, query and body, with what clients mean by their text", async () => {
    const response = await post(
      '{"text":"abc","unknown":1}',
      "/v1/echo/h%C3%A9?flag=True&count=3&list=a&list=b&kind=b",
    );
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      word: "hé",
      flag: true,
      count: 3,
      list: ["a", "b"],
      kind: "b",
      text: "abc",
    });
  });

  it("has defaults where nothing, or an empty text, is sent, and the last of a repeated single value counts", async () => {
    const response = await post('{"text":"abc"}', "/v1/echo/x?flag=&list=one&kind=a&kind=b");
    expect(await response.json()).toEqual({ word: "x", flag: false, count: 2, list: ["one"], kind: "b", text: "abc" });
  });

  it.each([
    ["0", false],
    ["off", false],
    ["yes", true],
    ["1", true],
  ])("reads %s as a boolean", async (text, expected) => {
    const response = await post('{"text":"abc"}', `/v1/echo/x?flag=${text}`);
    expect(await response.json()).toMatchObject({ flag: expected });
  });

  it.each<[string, string, string, unknown]>([
    ["a missing field", "/v1/echo/x", "{}", [{ loc: ["body", "text"], msg: "Field required", type: "missing" }]],
    [
      "a wrong type",
      "/v1/echo/x",
      '{"text":5}',
      [{ loc: ["body", "text"], msg: "Input should be a valid string", type: "string_type" }],
    ],
    ["a missing body", "/v1/echo/x", "", [{ loc: ["body"], msg: "Field required", type: "missing" }]],
    [
      "a body that is no object",
      "/v1/echo/x",
      "[]",
      [{ loc: ["body"], msg: "Input should be a valid object", type: "dict_type" }],
    ],
    [
      "too long a text",
      "/v1/echo/x",
      '{"text":"123456"}',
      [{ loc: ["body", "text"], msg: "String should have at most 5 characters", type: "string_too_long" }],
    ],
    [
      "a wrong value deep inside",
      "/v1/echo/x",
      '{"text":"a","nested":{"level":"x"}}',
      [{ loc: ["body", "nested", "level"], msg: "Input should be a valid number", type: "float_type" }],
    ],
    [
      "a number out of bounds in the query",
      "/v1/echo/x?count=9",
      '{"text":"a"}',
      [{ loc: ["query", "count"], msg: "Input should be less than or equal to 5", type: "less_than_equal" }],
    ],
    [
      "no number in the query",
      "/v1/echo/x?count=many",
      '{"text":"a"}',
      [
        {
          loc: ["query", "count"],
          msg: "Input should be a valid integer, unable to parse string as an integer",
          type: "int_parsing",
        },
      ],
    ],
    [
      "no boolean in the query",
      "/v1/echo/x?flag=perhaps",
      '{"text":"a"}',
      [
        {
          loc: ["query", "flag"],
          msg: "Input should be a valid boolean, unable to interpret input",
          type: "bool_parsing",
        },
      ],
    ],
    [
      "an unknown choice",
      "/v1/echo/x?kind=z",
      '{"text":"a"}',
      [{ loc: ["query", "kind"], msg: "Input should be 'a' or 'b'", type: "enum" }],
    ],
  ])("with %s is refused with 422 and says where", async (_what, path, body, detail) => {
    const response = await post(body, path);
    expect(response.status).toBe(422);
    expect(await detailOf(response)).toEqual(detail);
  });

  it("lists all problems at once", async () => {
    expect(await detailOf(await post("{}", "/v1/echo/x?count=0&kind=q"))).toHaveLength(3);
  });

  it("that is malformed JSON is refused with 422, without echoing it", async () => {
    const response = await post('{"text": "a", secret}');
    expect(response.status).toBe(422);
    const detail = (await detailOf(response)) as { loc: string[]; msg: string; type: string }[];
    expect(detail).toMatchObject([{ loc: ["body"], type: "json_invalid" }]);
    expect(detail[0]?.msg).not.toContain("secret");
  });

  it.each([
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ["half of a character", new TextEncoder().encode('{"text":"\\ud83d"}')],
  ])("with %s is refused with 400", async (_what, bytes) => {
    const response = await post(bytes);
    expect(response.status).toBe(400);
    expect(await detailOf(response)).toMatchObject({ status: "invalid_request" });
  });

  it("that is too large is refused with 413, whether its length is declared or only found out", async () => {
    const declared = await post(JSON.stringify({ text: "a", more: "x".repeat(2000) }));
    expect(declared.status).toBe(413);
    expect(await detailOf(declared)).toMatchObject({ status: "request_too_large" });
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 500;
        controller.enqueue(new Uint8Array(500).fill(0x20));
      },
    });
    const streamed = await call("/v1/echo/x", { method: "POST", body: endless });
    expect(streamed.status).toBe(413);
    expect(sent).toBeLessThan(10_000);
  });

  it("as a form has its texts and files", async () => {
    const form = new FormData();
    form.set("name", "n");
    form.set("file", new File(["12345"], "a.txt"));
    expect(await (await call("/v1/form", { method: "POST", body: form })).json()).toEqual({ name: "n", size: 5 });
    const noForm = await call("/v1/form", { method: "POST", body: "{}" });
    expect(noForm.status).toBe(400);
  });
});

describe("callers", () => {
  it("without credentials are told that they need some", async () => {
    const response = await call("/v1/whoami");
    expect(response.status).toBe(401);
    expect(await detailOf(response)).toMatchObject({ status: "needs_authorization", type: "authentication_error" });
  });

  it.each([
    ["xi-api-key", "sk_wrong"],
    ["authorization", "Bearer sk_wrong"],
    ["authorization", "Bearer a.b.c"],
    ["authorization", "Basic dXNlcjpwYXNz"],
  ])("with a wrong %s %s are refused", async (header, value) => {
    const response = await call("/v1/whoami", { headers: { [header]: value } });
    expect(response.status).toBe(401);
    expect(await detailOf(response)).toMatchObject({ status: "invalid_api_key" });
  });

  it.each([
    ["xi-api-key", (key: string) => key],
    ["authorization", (key: string) => `Bearer ${key}`],
    ["authorization", (key: string) => `bearer ${key}`],
  ])("are known by their key in %s", async (header, value) => {
    const response = await call("/v1/whoami", { headers: { [header]: value(caller.apiKey) } });
    expect(await response.json()).toEqual({ user_id: caller.userId });
  });

  it("are known by an identity token", async () => {
    const context = apiContextForTest(env);
    const signedIn = await context.services.accounts.signIn(
      { email: caller.email, password: caller.password },
      { address: "test", userAgent: "" },
    );
    if (signedIn.kind !== "signed_in") throw new Error("not signed in");
    const person = await context.services.accounts.findSignedIn(signedIn.sessionSecret);
    const { token } = await context.services.accounts.mintToken(person!);
    const response = await call("/v1/whoami", { headers: { authorization: `Bearer ${token}` } });
    expect(await response.json()).toEqual({ user_id: caller.userId });
    // The session's cookie alone opens nothing.
    const byCookie = await call("/v1/whoami", { headers: { cookie: `__session=${signedIn.sessionSecret}` } });
    expect(byCookie.status).toBe(401);
  });
});

describe("answers", () => {
  it("of a refusal have the contract's shape, its headers, and a whole number of seconds to wait", async () => {
    const response = await call("/v1/refuse");
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("3");
    expect(response.headers.get("x-extra")).toBe("1");
    expect(await response.json()).toEqual({
      detail: {
        status: "system_busy",
        message: "Busy.",
        type: "rate_limit_error",
        code: "system_busy",
        param: "x",
        request_id: "req_test",
      },
    });
  });

  it("of a failure tell nothing of its cause", async () => {
    const response = await call("/v1/break");
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).not.toContain("secret");
    expect(text).toContain("Something went wrong, please try again later.");
  });

  it("that do not fit their schema fail outside production, and are not checked there", async () => {
    expect((await call("/v1/misfit")).status).toBe(500);
    const { variables } = apiContextForTest(env);
    const inProduction = await call("/v1/misfit", {}, { variables: { ...variables, APP_ENV: "production" } });
    expect(inProduction.status).toBe(200);
  });

  it("carry the request's id and let scripts of any origin read the contract's headers, without cookies", async () => {
    for (const path of ["/v1/bytes", "/v1/refuse", "/v1/nothing"]) {
      const response = await call(path, { headers: { origin: "https://example.com" } });
      expect(response.headers.get("request-id")).toBe("req_test");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
      expect(response.headers.get("access-control-expose-headers")).toContain("history-item-id");
    }
  });

  it("to a preflight allow what was asked for", async () => {
    const response = await call("/v1/whoami", {
      method: "OPTIONS",
      headers: { origin: "https://example.com", "access-control-request-headers": "xi-api-key, x-own" },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-headers")).toBe("xi-api-key, x-own");
  });
});

describe("routes", () => {
  it("that are not there answer 404 as JSON", async () => {
    const response = await call("/v1/nothing/here");
    expect(response.status).toBe(404);
    expect(await detailOf(response)).toMatchObject({ status: "not_found" });
  });

  it("asked with another method answer 405 and say which they have", async () => {
    const response = await call("/v1/whoami", { method: "DELETE" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    expect(await detailOf(response)).toMatchObject({ status: "method_not_allowed" });
  });

  it("asked with HEAD answer the headers alone", async () => {
    const response = await call("/v1/bytes", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(await response.text()).toBe("");
  });
});

describe("the OpenAPI document", () => {
  it("describes every row: parameters, body, answer and who may call", async () => {
    const document = await (await call("/openapi.json")).json<{
      openapi: string;
      paths: Record<string, Record<string, Record<string, unknown>>>;
    }>();
    expect(document.openapi).toBe("3.1.0");
    expect(Object.keys(document.paths)).toHaveLength(table.length);
    const echo = document.paths["/v1/echo/{word}"]!.post!;
    expect(echo).toMatchObject({ summary: "Echo", security: [], requestBody: { required: true } });
    expect(echo.parameters).toMatchObject([
      { name: "word", in: "path", required: true },
      { name: "flag", in: "query", required: false, schema: { type: "boolean", default: false } },
      { name: "count", in: "query", required: false, schema: { type: "integer", minimum: 1, maximum: 5 } },
      { name: "list", in: "query", required: false },
      { name: "kind", in: "query", required: false },
    ]);
    expect(document.paths["/v1/whoami"]!.get).not.toHaveProperty("security");
  });
});
