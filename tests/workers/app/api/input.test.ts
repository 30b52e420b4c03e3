import { describe, expect, it } from "vitest";
import { call, detailOf } from "../../../support/test-api";

const post = (body: BodyInit, path = "/v1/echo/hi") => call(path, { method: "POST", body });

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

  it("leaves empty values out of a query, whatever kind of parameter it is", async () => {
    const query = "flag=&count=&kind=&list=&list=one&list=";
    const response = await post('{"text":"abc"}', `/v1/echo/x?${query}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ word: "x", flag: false, count: 2, list: ["one"], text: "abc" });
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

  it("that is compressed is refused with 415, as what it holds is not known", async () => {
    const zipped = new Response('{"text":"abc"}').body!.pipeThrough(new CompressionStream("gzip"));
    const body = await new Response(zipped).arrayBuffer();
    const send = (encoding: string, what: BodyInit) =>
      call("/v1/echo/x", { method: "POST", headers: { "content-encoding": encoding }, body: what });
    const response = await send("gzip", body);
    expect([response.status, response.headers.get("accept-encoding")]).toEqual([415, "identity"]);
    expect(await detailOf(response)).toMatchObject({ status: "unsupported_encoding" });
    expect((await send("Identity", '{"text":"abc"}')).status).toBe(200);
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
