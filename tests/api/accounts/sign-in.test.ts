import { beforeAll, describe, expect, it } from "vitest";
import { sharedProduct } from "../../support/product";
import { newestLinkFor, textOf, Visitor } from "../../support/visitor";

const { url } = sharedProduct();
const PASSWORD = "Correct horse 7!";
const NEW_PASSWORD = "Another horse 8!";
let people = 0;
const newEmail = () => `person-${process.pid}-${Date.now()}-${++people}@example.com`;

/** Signs up, follows the mailed link, and signs in. */
async function signedInVisitor(email = newEmail()): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.submit("/app/sign-up", { email, password: PASSWORD });
  const link = await newestLinkFor(visitor, email, "verifyEmail");
  await visitor.submit(link!, {});
  const answer = await visitor.submit("/app/sign-in", { email, password: PASSWORD });
  expect(answer.location).toBe("/app/home");
  // Who is new is led to the questions first, once.
  expect((await visitor.get("/app/home")).location).toBe("/app/onboarding");
  return visitor;
}

describe("signing up and in, without scripts", () => {
  it("leads from the form over the mailed link to the start page, and out again", async () => {
    const email = newEmail();
    const visitor = new Visitor(url);
    expect((await visitor.get("/app/sign-up")).html).toMatch(/<form method="post" action="\/app\/sign-up"/);
    const signedUp = await visitor.submit("/app/sign-up", { email, password: PASSWORD, first_name: "Ada" });
    expect(textOf(signedUp.html)).toContain("Check your mail");
    expect(visitor.cookies.has("xi_website_session")).toBe(false);

    const link = await newestLinkFor(visitor, email, "verifyEmail");
    // Opening alone changes nothing: mail programs open links ahead of their readers.
    expect((await visitor.get(link!)).html).toMatch(/<button type="submit"[^>]*>Verify e-mail address<\/button>/);
    expect((await visitor.submit("/app/sign-in", { email, password: PASSWORD })).status).toBe(401);
    const verified = await visitor.submit(link!, {});
    expect(textOf(verified.html)).toContain("Email verified successfully! Please sign back in to continue.");

    const signedIn = await visitor.submit("/app/sign-in?redirect=/app/usage", { email, password: PASSWORD });
    expect([signedIn.status, signedIn.location]).toEqual([302, "/app/usage"]);
    expect((await visitor.get("/app/home")).location).toBe("/app/onboarding");
    expect(textOf((await visitor.get("/app/home")).html)).toContain("Ada");
    expect((await visitor.get("/app/sign-in")).location).toBe("/app/home");

    const home = await visitor.get("/app/home");
    const token = /name="csrf" value="([0-9a-f]+)"/.exec(home.html)![1]!;
    const signedOut = await visitor.post("/app/sign-out", { csrf: token });
    expect(signedOut.location).toBe("/app/sign-in");
    expect(visitor.cookies.has("xi_website_session")).toBe(false);
    expect((await visitor.get("/app/home")).location).toBe("/app/sign-in?redirect=%2Fapp%2Fhome");
  });

  it("sets cookies that scripts cannot read and other sites cannot send", async () => {
    const visitor = new Visitor(url);
    const page = await visitor.get("/app/sign-in");
    const [cookie] = page.headers.getSetCookie();
    expect(cookie).toMatch(/^xi_website_browser=.*; Max-Age=31104000; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it("answers an unknown address and a wrong password with the same page", async () => {
    const email = newEmail();
    await signedInVisitor(email);
    const pages = [];
    for (const each of [email, newEmail()]) {
      const answer = await new Visitor(url).submit("/app/sign-in", { email: each, password: "Wrong horse 7!" });
      pages.push([answer.status, textOf(answer.html)]);
    }
    expect(pages[0]).toEqual(pages[1]);
    expect(pages[0]).toEqual([401, expect.stringContaining("The e-mail address or the password is not right.")]);
  });

  it("answers a sign-up for a taken address as for a free one", async () => {
    const email = newEmail();
    await signedInVisitor(email);
    const texts = [];
    for (const each of [email, newEmail()]) {
      const answer = await new Visitor(url).submit("/app/sign-up", { email: each, password: PASSWORD });
      texts.push([answer.status, textOf(answer.html).replaceAll(each, "the address")]);
    }
    expect(texts[0]).toEqual(texts[1]);
    const mailbox = await new Visitor(url).get(`/dev/mailbox?to=${email}`);
    expect(textOf(mailbox.html)).toContain("You already have an account");
  });

  it("slows down somebody who keeps guessing", async () => {
    const email = newEmail();
    await signedInVisitor(email);
    const guesser = new Visitor(url);
    const statuses = [];
    for (let i = 0; i < 7; i++) {
      statuses.push((await guesser.submit("/app/sign-in", { email, password: `Guess number ${i}!` })).status);
    }
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    const refused = await guesser.submit("/app/sign-in", { email, password: PASSWORD });
    expect(refused.status).toBe(429);
    expect(textOf(refused.html)).toContain("Too many attempts, please try again in a few minutes.");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // Its owner, elsewhere, is not locked out.
    expect((await new Visitor(url).submit("/app/sign-in", { email, password: PASSWORD })).status).toBe(302);
  });

  it.each([
    "https://evil.example/app/home",
    "//evil.example",
    "/\\evil.example",
    "/app/unknown",
    "javascript:alert(1)",
  ])("never redirects to %s", async (target) => {
    const email = newEmail();
    const visitor = await signedInVisitor(email);
    expect((await visitor.get(`/app/sign-in?${new URLSearchParams({ redirect: target })}`)).location).toBe("/app/home");
    const other = new Visitor(url);
    const query = new URLSearchParams({ redirect: target });
    expect((await other.submit(`/app/sign-in?${query}`, { email, password: PASSWORD })).location).toBe("/app/home");
  });

  it("takes one more step where a link on another site led to a page of a member", async () => {
    const visitor = await signedInVisitor();
    const elsewhere = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    const stranger = new Visitor(url);
    const first = await stranger.get("/app/usage", elsewhere);
    expect(first.location).toBe("/app/continue?redirect=%2Fapp%2Fusage");
    const step = await visitor.get(first.location!, elsewhere);
    expect([step.status, step.html]).toEqual([200, expect.stringContaining('content="0;url=/app/usage"')]);
    expect((await stranger.get("/app/usage", { ...elsewhere, "sec-fetch-site": "same-origin" })).location).toBe(
      "/app/sign-in?redirect=%2Fapp%2Fusage",
    );
  });
});

describe("a password that is changed", () => {
  it("needs the old one, and signs out every other browser", async () => {
    const email = newEmail();
    const visitor = await signedInVisitor(email);
    const elsewhere = new Visitor(url);
    await elsewhere.submit("/app/sign-in", { email, password: PASSWORD });
    const change = (old: string) =>
      visitor.submit("/app/settings/security", {
        intent: "change_password",
        old_password: old,
        password: NEW_PASSWORD,
        repeated: NEW_PASSWORD,
      });
    expect((await change("Wrong horse 7!")).status).toBe(400);
    expect((await elsewhere.get("/app/usage")).status).toBe(200);
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await elsewhere.get("/app/usage")).location).toContain("/app/sign-in");
    expect((await visitor.get("/app/usage")).status).toBe(200);
    expect((await new Visitor(url).submit("/app/sign-in", { email, password: NEW_PASSWORD })).status).toBe(302);
  });
});

describe("a forgotten password", () => {
  const requestLink = async (email: string) => {
    const visitor = new Visitor(url);
    const answer = await visitor.submit("/app/sign-in/forgot-password", { email });
    return { answer, visitor };
  };

  it("is replaced by a mailed link, which works once and ends every session", async () => {
    const email = newEmail();
    const signedIn = await signedInVisitor(email);
    const { visitor } = await requestLink(email);
    await expect.poll(() => newestLinkFor(visitor, email, "resetPassword")).not.toBeNull();
    const link = (await newestLinkFor(visitor, email, "resetPassword"))!;
    expect(textOf((await visitor.get(link)).html)).toContain("Please enter your new Password");

    const differing = await visitor.submit(link, { password: NEW_PASSWORD, repeated: "Different 9!" });
    expect(textOf(differing.html)).toContain("Your passwords do not match.");
    const weak = await visitor.submit(link, { password: "x", repeated: "x" });
    expect(textOf(weak.html)).toContain("Your password doesn't meet our security requirements.");

    const changed = await visitor.submit(link, { password: NEW_PASSWORD, repeated: NEW_PASSWORD });
    expect(textOf(changed.html)).toContain("Password has been changed");
    expect(textOf(changed.html)).toContain("You have successfully changed your password, you can now sign in.");

    expect((await signedIn.get("/app/home")).location).toContain("/app/sign-in");
    const again = await visitor.get(link);
    expect(textOf(again.html)).toContain(
      "An error occurred, your link is either expired or invalid, please request another password change.",
    );
    expect((await new Visitor(url).submit("/app/sign-in", { email, password: PASSWORD })).status).toBe(401);
    expect((await new Visitor(url).submit("/app/sign-in", { email, password: NEW_PASSWORD })).status).toBe(302);
  });

  it("is asked for in the same words, whether the address has an account or not", async () => {
    const email = newEmail();
    await signedInVisitor(email);
    const texts = [];
    for (const each of [email, newEmail()]) {
      const { answer } = await requestLink(each);
      texts.push([answer.status, textOf(answer.html).replaceAll(each, "the address")]);
    }
    expect(texts[0]).toEqual(texts[1]);
  });
});

describe("emailed links", () => {
  it.each(["", "unknown", "revertEmail", "toString"])("with the unknown mode %j are refused", async (mode) => {
    const answer = await new Visitor(url).get(`/app/action?mode=${mode}&oobCode=x`);
    expect(answer.status).toBe(400);
    expect(textOf(answer.html)).toContain("An error occurred");
    expect(textOf(answer.html)).toContain("This link is not complete.");
  });

  it("lead on only to pages of this site", async () => {
    const link = new URLSearchParams({ mode: "resetPassword", oobCode: "x", continueUrl: "https://evil.example/" });
    const { html } = await new Visitor(url).get(`/app/action?${link}&newUser=true&internalCode=c1`);
    expect(html).not.toContain('href="https://evil.example');
    expect(html).toContain('href="/app/sign-in?internalCode=c1&amp;newUser=true"');
    const recovery = await new Visitor(url).get("/app/action?mode=recoverEmail&oobCode=x&continueUrl=/pricing");
    expect([recovery.status, recovery.location]).toEqual([302, "/pricing"]);
  });

  it("end product updates, say so, and lead to the start page whatever became of it", async () => {
    const [visitor, email] = [new Visitor(url), newEmail()];
    await visitor.submit("/app/sign-up", { email, password: PASSWORD, product_updates: "yes" });
    await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
    await expect.poll(() => newestLinkFor(visitor, email, "optOutOfUpdates")).not.toBeNull();
    const link = (await newestLinkFor(visitor, email, "optOutOfUpdates"))!;
    const done = await visitor.submit(link, {});
    expect(textOf(done.html)).toContain("Opted out of updates");
    expect(textOf(done.html)).toContain("We have opted you out of receiving product updates.");
    const failed = await visitor.submit("/app/action?mode=optOutOfUpdates&oobCode=unknown&continueUrl=/app/usage", {});
    expect(textOf(failed.html)).toContain("An error occurred");
    expect(textOf(failed.html)).toContain(
      "An error occurred while trying to opt you out from receiving product updates, please try again.",
    );
    for (const { html } of [done, failed]) expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Continue<\/a>/);
  });

  it("send no referrer to other sites and stay out of caches", async () => {
    const { headers } = await new Visitor(url).get("/app/action?mode=verifyEmail&oobCode=x");
    expect([headers.get("referrer-policy"), headers.get("cache-control")]).toEqual(["same-origin", "no-store"]);
  });
});

describe("requests from elsewhere", () => {
  let visitor: Visitor;
  let csrf: string;
  const form = () => ({ csrf, intent: "create", name: "Stolen" });
  const keys = async () => textOf((await visitor.get("/app/settings/api-keys")).html);
  beforeAll(async () => {
    visitor = await signedInVisitor();
    csrf = /name="csrf" value="([0-9a-f]+)"/.exec((await visitor.get("/app/settings/api-keys")).html)![1]!;
  });

  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["a hidden origin", { origin: "null" }],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another port of this host", { "sec-fetch-site": "same-site" }],
  ])("are refused when they come from %s, even with the token", async (_, headers) => {
    expect((await visitor.post("/app/settings/api-keys", form(), headers)).status).toBe(403);
    expect(await keys()).not.toContain("Stolen");
  });

  it.each(["", "0".repeat(64), "x"])("are refused with the token %j", async (token) => {
    const answer = await visitor.post("/app/settings/api-keys", { ...form(), csrf: token });
    expect(answer.status).toBe(403);
    expect(textOf(answer.html)).toContain("This page was out of date, so nothing was changed.");
    expect(await keys()).not.toContain("Stolen");
  });

  it("are refused with the token of another browser", async () => {
    const other = new Visitor(url);
    const token = /name="csrf" value="([0-9a-f]+)"/.exec((await other.get("/app/sign-in")).html)![1]!;
    expect((await visitor.post("/app/settings/api-keys", { ...form(), csrf: token })).status).toBe(403);
  });

  it("cannot sign somebody out or in", async () => {
    expect((await visitor.post("/app/sign-out", {})).status).toBe(403);
    expect((await visitor.get("/app/home")).status).toBe(200);
    const victim = new Visitor(url);
    const answer = await victim.post(
      "/app/sign-in",
      { email: newEmail(), password: PASSWORD },
      { origin: "https://evil.example" },
    );
    expect(answer.status).toBe(403);
  });

  it("get no identity token", async () => {
    const own = { "x-parlando-request": "identity-token", "sec-fetch-site": "same-origin" };
    expect((await visitor.get("/app/identity-token", own)).status).toBe(200);
    expect((await visitor.get("/app/identity-token")).status).toBe(403);
    expect((await visitor.get("/app/identity-token", { ...own, "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await new Visitor(url).get("/app/identity-token", own)).status).toBe(401);
  });

  it("are refused with a cookie that was made up", async () => {
    const forger = new Visitor(url);
    forger.setCookie("xi_website_session", "ImFiYyI%3D.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    expect((await forger.get("/app/home")).location).toContain("/app/sign-in");
  });
});
