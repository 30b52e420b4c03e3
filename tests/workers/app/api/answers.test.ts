import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { apiContextForTest } from "../../../support/api-context";
import { call, detailOf, table } from "../../../support/test-api";

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
