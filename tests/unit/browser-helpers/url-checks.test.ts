import { expect, test } from "vitest";
import { isUrl, usesHttps } from "~/lib/url-checks";

test.each(["https://a.example", "http://localhost:8787/x?y#z", "HTTPS://A.EXAMPLE/"])("%s is an address", (text) => {
  expect(isUrl(text)).toBe(true);
});

test.each([
  "",
  "a.example",
  "/path",
  "//a.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://",
  "https:// a.example",
  "https://a.example\n",
  "ftp://a.example",
])("%j is none", (text) => {
  expect([isUrl(text), usesHttps(text)]).toEqual([false, false]);
});

test("only an address over TLS uses https", () => {
  expect([usesHttps("https://a.example"), usesHttps("http://a.example/https://b.example")]).toEqual([true, false]);
});
