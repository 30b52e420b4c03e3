import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Product, startProduct } from "../../support/product";
import { textOf, Visitor } from "../../support/visitor";

const PASSWORD = "Correct horse 7!";
const asked: URLSearchParams[] = [];
let service: Server;
let product: Product;

beforeAll(async () => {
  service = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const fields = new URLSearchParams(body);
    const isRepeat = asked.some((each) => each.get("response") === fields.get("response"));
    asked.push(fields);
    const success = fields.get("response")?.startsWith("good") === true && !isRepeat;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ success, "error-codes": success ? [] : ["timeout-or-duplicate"] }));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  product = await startProduct({
    TURNSTILE_SITE_KEY: "site-key",
    TURNSTILE_SECRET_KEY: "secret-key",
    TURNSTILE_VERIFY_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`,
  });
});
afterAll(async () => {
  await product?.stop();
  await new Promise<void>((resolve) => service.close(() => resolve()));
});

it("lets the pages around a sign-up load that service's widget, and no other page", async () => {
  const policyOf = async (path: string) =>
    (await new Visitor(product.url).get(path)).headers.get("content-security-policy") ?? "";
  for (const path of ["/app/sign-up", "/app/sign-in"]) {
    expect(await policyOf(path)).toMatch(/script-src [^;]*https:\/\/challenges\.cloudflare\.com(;|$)/);
    expect(await policyOf(path)).toContain("frame-src https://challenges.cloudflare.com");
  }
  for (const path of ["/", "/docs/api"]) expect(await policyOf(path)).not.toContain("cloudflare");
});

it("asks the service about each sign-up's token, and takes a token once", async () => {
  const visitor = new Visitor(product.url);
  const signUp = (email: string, captcha: string) =>
    visitor.submit("/app/sign-up", { email, password: PASSWORD, captcha });
  expect(textOf((await signUp("first@example.com", "good-1")).html)).toContain("Check your mail");
  expect(asked.at(-1)?.get("secret")).toBe("secret-key");
  for (const token of ["good-1", "bad"]) {
    const refused = await signUp("second@example.com", token);
    expect(refused.status).toBe(400);
    expect(textOf(refused.html)).toContain("The check against robots did not work out. Please try again.");
  }
  expect(textOf((await signUp("second@example.com", "good-2")).html)).toContain("Check your mail");
});
