import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { totpCode } from "../../support/authenticator";
import { newName, PASSWORD, problem, SignOnProduct } from "../../support/sign-on-product";
import { textOf } from "../../support/visitor";

let site: SignOnProduct;
beforeAll(async () => {
  site = await SignOnProduct.start();
});
afterAll(() => site?.stop());
beforeEach(() => site.openId.instead.clear());

describe("a provider of the installation", () => {
  it("is offered where people sign in and up", async () => {
    for (const page of ["/app/sign-in", "/app/sign-up"]) {
      const { html } = await site.newVisitor().get(`${page}?redirect=/app/usage`);
      expect(textOf(html)).toContain("Sign in with House");
      expect(html).toContain('href="/app/sso/start/house?redirect=%2Fapp%2Fusage"');
      expect(html).toMatch(/<a [^>]*href="\/app\/sso\?redirect=%2Fapp%2Fusage"[^>]*>[^<]*Sign in with single sign-on/);
    }
  });

  it("signs a new person in, who gets to where they wanted, and finds them again", async () => {
    const email = `${newName()}@example.com`;
    const visitor = site.newVisitor();
    const authorizeUrl = await site.setOut(visitor, "house", "?redirect=/app/usage");
    const back = await site.comeBack(await site.atOpenId(authorizeUrl, email));
    expect([back.status, back.headers.get("referrer-policy"), back.headers.get("cache-control")]).toEqual([
      200,
      "no-referrer",
      "no-store",
    ]);
    expect(back.headers.getSetCookie()).toEqual([]);
    const signedIn = await visitor.get(site.ownNext(back));
    expect(signedIn.location).toBe("/app/usage");
    expect(signedIn.headers.getSetCookie().join()).toMatch(/xi_website_session=[^;]+;.*HttpOnly; SameSite=Strict/);
    expect(textOf((await visitor.get("/app/settings")).html)).toContain(email);
    const again = site.newVisitor();
    expect((await site.signInAtHouse(again, email)).location).toBe("/app/home");
    expect(textOf((await again.get("/app/settings")).html)).toContain(email);
  });

  it("signs in whoever has an account with the verified address, or somebody else has signed up with theirs, and refuses the others", async () => {
    const verified = `${newName()}@example.com`;
    await site.signedUp(verified);
    expect((await site.signInAtHouse(site.newVisitor(), verified)).location).toBe("/app/home");
    const open = `${newName()}@example.com`;
    await site.newVisitor().submit("/app/sign-up", { email: open, password: PASSWORD });
    expect((await site.signInAtHouse(site.newVisitor(), open)).location).toBe("/app/home");
    const prepared = await site.newVisitor().submit("/app/sign-in", { email: open, password: PASSWORD });
    expect(prepared.status).toBe(401);
    const unverified = `unverified-${newName()}@example.com`;
    expect((await site.signInAtHouse(site.newVisitor(), unverified)).location).toBe(problem("email_unverified"));
  });

  it("is followed by the second factor of whoever has one, and nothing leads past it", async () => {
    const email = `${newName()}@example.com`;
    const owner = site.newVisitor();
    await site.signInAtHouse(owner, email);
    const started = await owner.submit("/app/settings/security", { intent: "totp_start" });
    const seed = /\b[A-Z2-7]{32}\b/.exec(started.html)?.[0] ?? "";
    const code = totpCode(seed, Date.now());
    await owner.submit("/app/settings/security", { intent: "totp_confirm", code });

    const visitor = site.newVisitor();
    const authorizeUrl = await site.setOut(visitor, "house", "?redirect=/app/usage");
    const back = await site.comeBack(await site.atOpenId(authorizeUrl, email));
    const finished = await visitor.get(site.ownNext(back));
    const asked = "/app/sign-in/second-factor?redirect=%2Fapp%2Fusage";
    expect(finished.location).toBe(asked);
    expect(finished.headers.getSetCookie().join()).toMatch(/xi_website_sign_in=[^;]+;.*HttpOnly; SameSite=Strict/);
    expect(visitor.cookies.has("xi_website_session")).toBe(false);
    expect(textOf((await visitor.get(asked)).html)).toContain("Code from your authenticator app");
    // Not signed in yet, whatever address is opened.
    expect((await visitor.get("/app/settings")).location).toMatch(/^\/app\/sign-in\?/);
    const send = (given: string) => visitor.submit(asked, { intent: "code", method: "totp", code: given });
    const wrong = await send("000000");
    expect([wrong.status, textOf(wrong.html)]).toEqual([
      400,
      expect.stringContaining("This code is not right. Enter the newest one."),
    ]);
    // The code of the half minute to come is one that was not taken yet.
    expect((await send(totpCode(seed, Date.now() + 30_000))).location).toBe("/app/usage");
    expect(textOf((await visitor.get("/app/settings/sessions")).html)).toMatch(/second factor/i);
  });

  it("says on our page what went wrong, and nothing that somebody put into the address", async () => {
    const visitor = site.newVisitor();
    const back = await site.comeBack(await site.atOpenId(await site.setOut(visitor, "house"), "x@example.com", "no"));
    expect(back.location).toBe(problem("cancelled"));
    expect(textOf((await visitor.get(problem("cancelled"))).html)).toContain(
      "You stopped the sign-in at the provider.",
    );
    for (const code of ["<b>x</b>", "constructor", "toString"])
      expect((await visitor.get(`/app/sso?problem=${encodeURIComponent(code)}`)).html).not.toContain('role="alert"');
  });

  it("leads nowhere but to pages of ours", async () => {
    const visitor = site.newVisitor();
    const authorizeUrl = await site.setOut(visitor, "house", "?redirect=https://evil.example/");
    const back = await site.comeBack(await site.atOpenId(authorizeUrl, `${newName()}@example.com`));
    expect((await visitor.get(site.ownNext(back))).location).toBe("/app/home");
  });

  it("is refused where there is none", async () => {
    const answer = await site.newVisitor().get("/app/sso/start/nobody");
    expect(answer.location).toBe(problem("unknown_provider"));
  });

  it("goes on by a step of ours for a link from elsewhere, so that the browser's own cookie comes along", async () => {
    const visitor = site.newVisitor();
    const first = await visitor.get("/app/sso/start/house", { "sec-fetch-site": "cross-site" });
    expect([site.ownNext(first), first.headers.getSetCookie()]).toEqual(["/app/sso/start/house?again=1", []]);
    const second = await visitor.get(site.ownNext(first), { "sec-fetch-site": "same-origin" });
    expect(site.ownNext(second)).toContain(site.openId.issuer);
    expect(visitor.cookies.has("xi_website_browser")).toBe(true);
  });
});

describe("an answer of a provider is refused", () => {
  const expired = problem("expired");

  it("with a state that is wrong, missing, or of another provider", async () => {
    const callback = new URL(await site.atOpenId(await site.setOut(site.newVisitor(), "house"), "x@example.com"));
    const state = callback.searchParams.get("state") ?? "";
    for (const [path, wrong, told] of [
      ["house", "0".repeat(64), expired],
      ["house", "", expired],
      ["idp_other", state, problem("unknown_provider")],
    ] as const) {
      callback.searchParams.set("state", wrong);
      const answer = await site.comeBack(`/app/sso/openid/${path}/callback${callback.search}`);
      expect([wrong, answer.location]).toEqual([wrong, told]);
    }
  });

  it("the second time, also with another code", async () => {
    const visitor = site.newVisitor();
    const callbackUrl = await site.atOpenId(await site.setOut(visitor, "house"), `${newName()}@example.com`);
    const back = await site.comeBack(callbackUrl);
    expect((await site.comeBack(callbackUrl)).location).toBe(expired);
    expect((await visitor.get(site.ownNext(back))).location).toBe("/app/home");
    expect((await visitor.get(site.ownNext(back))).location).toBe(expired);
  });

  it("in another browser, which gets no session", async () => {
    const thief = site.newVisitor();
    const callbackUrl = await site.atOpenId(await site.setOut(thief, "house"), `${newName()}@example.com`);
    const ticketPath = site.ownNext(await site.comeBack(callbackUrl));
    const victim = site.newVisitor();
    expect((await victim.get(ticketPath)).location).toBe(expired);
    await victim.get("/app/sign-in");
    expect((await victim.get(ticketPath)).location).toBe(expired);
    expect(victim.cookies.has("xi_website_session")).toBe(false);
  });

  it("with another nonce, and for another code challenge", async () => {
    for (const [name, code] of [
      ["nonce", "invalid"],
      ["code_challenge", "refused"],
    ] as const) {
      const authorizeUrl = new URL(await site.setOut(site.newVisitor(), "house"));
      const value = authorizeUrl.searchParams.get(name) ?? "";
      authorizeUrl.searchParams.set(
        name,
        value.replace(/^./, (first) => (first === "a" ? "b" : "a")),
      );
      const back = await site.comeBack(await site.atOpenId(authorizeUrl.href, "x@example.com"));
      expect([name, back.location]).toEqual([name, problem(code)]);
    }
  });

  it("with a code that was used elsewhere, or made up", async () => {
    const callback = new URL(await site.atOpenId(await site.setOut(site.newVisitor(), "house"), "x@example.com"));
    const other = new URL(await site.atOpenId(await site.setOut(site.newVisitor(), "house"), "y@example.com"));
    callback.searchParams.set("code", other.searchParams.get("code") ?? "");
    expect((await site.comeBack(callback.href)).location).toBe(problem("refused"));
  });

  it("from a provider that redirects our request, or does not answer it", async () => {
    site.openId.instead.set("/token", (response) => response.writeHead(307, { location: "/token2" }).end());
    const first = await site.atOpenId(await site.setOut(site.newVisitor(), "house"), "x@example.com");
    expect((await site.comeBack(first)).location).toBe(problem("unavailable"));
    site.openId.instead.set("/token", () => {});
    const second = await site.atOpenId(await site.setOut(site.newVisitor(), "house"), "x@example.com");
    expect((await site.comeBack(second)).location).toBe(problem("unavailable"));
  }, 30_000);
});
