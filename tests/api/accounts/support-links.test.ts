import { expect, it } from "vitest";
import { sharedProduct } from "../../support/product";
import { csrfTokenIn, newestLinkFor, textOf, Visitor } from "../../support/visitor";

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

it("support leaves an account by itself and is at its own desk again; others find no such page", async () => {
  const mark = `${process.pid}-${Date.now()}`;
  const [ownerEmail, staffEmail] = [`visited-${mark}@example.com`, `visitor-${mark}@staff.example`];
  const [owner, staff] = [await person(ownerEmail), await person(staffEmail)];
  expect((await owner.get("/app/support")).status).toBe(404);
  await staff.submit("/app/support", { intent: "ask", email: ownerEmail, reason: "A question about sound" });
  await expect.poll(() => newestLinkFor(owner, ownerEmail, "verifySignInRequest")).not.toBeNull();
  await owner.submit((await newestLinkFor(owner, ownerEmail, "verifySignInRequest"))!, {});
  const accessId = /name="access_id" value="(\w+)"/.exec((await staff.get("/app/support")).html)?.[1] ?? "";
  await staff.submit("/app/support", { intent: "open", access_id: accessId });
  const { html: visited } = await staff.get("/app/settings");
  expect(textOf(visited)).toContain(`You are signed in as ${ownerEmail}`);
  expect(visited).toMatch(/<form method="post" action="\/app\/support\/leave"/);
  // Nor does it become a session of one's own under the other cookie's name, in which nothing would be refused.
  const swapped = new Visitor(url);
  for (const [name, value] of staff.cookies) if (name !== "xi_website_support") swapped.setCookie(name, value);
  swapped.setCookie("xi_website_session", staff.cookies.get("xi_website_support")!);
  expect((await swapped.get("/app/usage")).location).toContain("/app/sign-in");
  const left = await staff.post("/app/support/leave", { csrf: csrfTokenIn(visited) });
  expect(left.location).toBe("/app/support?ended");
  expect(textOf((await staff.get(left.location!)).html)).toContain("You have left the account.");
  const settings = textOf((await staff.get("/app/settings")).html);
  expect(settings).toContain(staffEmail);
  expect(settings).not.toContain("You are signed in as");
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
