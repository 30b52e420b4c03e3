import { expect, it } from "vitest";
import { sharedProduct } from "../../support/product";
import { csrfTokenIn, newestLinkFor, textOf, Visitor } from "../../support/visitor";

const { url } = sharedProduct();

it("the mailed link keeps an account without a sign-in, once", async () => {
  const person = { email: `kept-${process.pid}-${Date.now()}@example.com`, password: "Correct horse 7!" };
  const visitor = new Visitor(url);
  await visitor.submit("/app/sign-up", person);
  await visitor.submit((await newestLinkFor(visitor, person.email, "verifyEmail"))!, {});
  await visitor.submit("/app/sign-in", person);
  const csrf = csrfTokenIn((await visitor.get("/app/settings")).html);
  expect((await visitor.post("/app/account-departure", { csrf, intent: "delete" })).location).toBe(
    "/app/account-closed",
  );
  const findLink = async () => {
    const { html } = await new Visitor(url).get(`/dev/mailbox?${new URLSearchParams({ to: person.email })}`);
    return /href="http[^"/]*\/\/[^"/]*(\/app\/keep-account\?[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  };
  await expect.poll(findLink).toBeDefined();
  const link = (await findLink())!;

  const stranger = new Visitor(url);
  const asked = textOf((await stranger.get(link)).html);
  expect(asked).toContain("Keep my account");
  expect(textOf((await stranger.submit(link, {})).html)).toContain("Your account stays");
  expect(textOf((await stranger.get(link)).html)).toContain("This link has expired or was used before.");
  const back = new Visitor(url);
  expect((await back.submit("/app/sign-in?redirect=/app/usage", person)).location).toBe("/app/usage");
  expect((await back.get("/app/usage")).status).toBe(200);
});
