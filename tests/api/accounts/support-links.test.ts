import { expect, it } from "vitest";
import { sharedProduct } from "../../support/product";
import { newestLinkFor, textOf, Visitor } from "../../support/visitor";

const { url } = sharedProduct();
const PASSWORD = "Correct horse 7!";

async function person(email: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.submit("/app/sign-up", { email, password: PASSWORD });
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
  expect((await visitor.submit("/app/sign-in", { email, password: PASSWORD })).status).toBe(302);
  return visitor;
}

it("lets nobody from support in by a link that they open in their own browser", async () => {
  const mark = `${process.pid}-${Date.now()}`;
  const [ownerEmail, staffEmail] = [`owner-${mark}@example.com`, `helper-${mark}@staff.example`];
  const owner = await person(ownerEmail);
  const staff = await person(staffEmail);
  await staff.submit("/app/support", { intent: "ask", email: ownerEmail, reason: "A question about sound" });
  await expect.poll(() => newestLinkFor(owner, ownerEmail, "verifySignInRequest")).not.toBeNull();
  const path = (await newestLinkFor(owner, ownerEmail, "verifySignInRequest"))!;
  const refused = await staff.submit(path, {});
  expect(textOf(refused.html)).not.toContain("Thank you for granting us access to your account!");
  expect(textOf((await staff.get("/app/support")).html)).not.toContain(ownerEmail);
  const granted = await owner.submit(path, {});
  expect(textOf(granted.html)).toContain("Thank you for granting us access to your account!");
  expect(textOf((await staff.get("/app/support")).html)).toContain(ownerEmail);
  const again = textOf((await owner.get(path)).html);
  expect(again).toContain("This link has expired, was used before, or is not for this account.");
  expect(again).not.toContain("Grant Access");
});

it("has nothing to click for a link without a good code", async () => {
  const visitor = new Visitor(url);
  const without = await visitor.get("/app/action?mode=verifySignInRequest");
  expect(/<button[^>]*>Grant Access<\/button>/.exec(without.html)?.[0]).toMatch(/ disabled=""/);
  const unknown = textOf((await visitor.get("/app/action?mode=verifySignInRequest&oobCode=unknown")).html);
  expect(unknown).toContain(
    "This link has expired, was used before, or is not for this account. Ask support for a new one.",
  );
  expect(unknown).not.toContain("Grant Access");
});
