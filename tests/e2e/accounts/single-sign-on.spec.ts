import { type Browser, type BrowserContext, expect as expectSoon, type Page, test } from "@playwright/test";
import { totpCode } from "../../support/authenticator";
import { seriousProblems } from "../../support/serious-problems";
import { SignOnProduct } from "../../support/sign-on-product";
import { openScreen } from "../../support/signed-in-page";
import { textOf, type Visitor } from "../../support/visitor";

// Three servers of their own share the machine with the product.
const expect = expectSoon.configure({ timeout: 20_000 });
const DOMAIN = "acme.example";
/** New people are asked a few things first. */
const SIGNED_IN = /\/app\/(home|onboarding)/;
let site: SignOnProduct;

// The providers are at another host than the product, so that for browsers they are another site.
test.beforeAll(async () => {
  site = await SignOnProduct.start("localhost");
});
test.afterAll(() => site?.stop());

async function signInAtProvider(page: Page, email: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Test provider" })).toBeVisible();
  expect(new URL(page.url()).hostname).toBe("localhost");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Sign in here" }).click();
}

async function anotherPerson(browser: Browser, scripts = true): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled: scripts })).newPage();
}

/** Brings the session of somebody who came over HTTP into a browser. */
async function bring(visitor: Visitor, context: BrowserContext): Promise<void> {
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: site.product.url, httpOnly: true }));
  await context.addCookies(cookies);
}

/** A screen of somebody's browser, as text. */
const readScreen = async (page: Page, path: string) =>
  textOf(await (await page.request.get(site.product.url + path)).text());

test("a person signs up and in by a provider, with a button, and comes back to where they wanted to go", async ({
  page,
  browser,
}) => {
  const email = `button-${Date.now()}@example.com`;
  await page.goto(`${site.product.url}/app/usage`);
  await page.getByRole("link", { name: "Sign in with House" }).click();
  await signInAtProvider(page, email);
  await expect(page).toHaveURL(`${site.product.url}/app/usage`);
  expect(await readScreen(page, "/app/settings")).toContain(email);

  // Without scripts, from the page for new people.
  const plain = await anotherPerson(browser, false);
  await plain.goto(`${site.product.url}/app/sign-up`);
  await plain.getByRole("link", { name: "Sign in with House" }).click();
  await signInAtProvider(plain, email);
  await expect(plain).toHaveURL(SIGNED_IN);
});

test("whoever changes their mind at the provider reads so, and can go on from there", async ({ page }) => {
  await page.goto(`${site.product.url}/app/sign-in`);
  await page.getByRole("link", { name: "Sign in with House" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toContainText("You stopped the sign-in at the provider.");
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await expect(page).toHaveURL(`${site.product.url}/app/sign-in`);
});

test("a second factor is asked for after the provider too, and nothing leads past it", async ({ browser }) => {
  const email = `factor-${Date.now()}@example.com`;
  const visitor = site.newVisitor();
  await site.signInAtHouse(visitor, email);
  const security = "/app/settings/security";
  const started = await visitor.submit(security, { intent: "totp_start" });
  const seed = /\b[A-Z2-7]{32}\b/.exec(started.html)?.[0] ?? "";
  await visitor.submit(security, { intent: "totp_confirm", code: totpCode(seed, Date.now()) });

  const context = await browser.newContext({ baseURL: site.product.url });
  const page = await context.newPage();
  await page.goto("/app/usage");
  await page.getByRole("link", { name: "Sign in with House" }).click();
  await signInAtProvider(page, email);
  await expect(page).toHaveURL(/\/app\/sign-in\/second-factor\?redirect=%2Fapp%2Fusage/);
  const field = page.getByLabel("Code from your authenticator app");
  await expect(field).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  // Not signed in yet, whatever address is opened.
  const settings = await page.request.get("/app/settings", { maxRedirects: 0 });
  expect(settings.headers().location).toMatch(/\/app\/sign-in\?/);
  await field.fill("000000");
  await expect(page.getByText("This code is not right. Enter the newest one.")).toBeVisible();
  // The code of the half minute to come is one that was not taken yet.
  await field.fill(totpCode(seed, Date.now() + 30_000));
  await expect(page).toHaveURL("/app/usage");
  expect(await readScreen(page, "/app/settings/sessions")).toMatch(/second factor/i);
  await context.close();
});

test("an admin connects a SAML provider, and a colleague signs in by their work e-mail", async ({ page, browser }) => {
  await bring(await site.signedUp(`owner@${DOMAIN}`), page.context());
  await openScreen(page, `${site.product.url}/app/workspace/security`);
  await page.getByLabel("Name").fill("Acme login");
  await page.getByLabel("SAML 2.0").check();
  await page.getByRole("button", { name: "Add provider" }).click();
  await expect(page.getByLabel("ACS URL", { exact: true })).toHaveValue(/\/app\/sso\/saml\/idp_\w+\/acs$/);

  await page.getByLabel("Metadata").fill("<nothing/>");
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByRole("alert")).toContainText("This is not the metadata of a SAML identity provider");
  await expect(page.getByLabel("Metadata")).toBeFocused();
  await page.getByLabel("Metadata").fill(site.saml.metadata);
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByText("SAML 2.0, needs a verified domain.")).toBeVisible();
  await expect(page.getByLabel("Entity ID of the provider")).toHaveValue(site.saml.issuer);

  await page.getByLabel("Domain of your e-mail addresses").fill(DOMAIN);
  await page.getByRole("button", { name: "Add domain" }).click();
  await page.getByRole("button", { name: `Verify ${DOMAIN}` }).click();
  await expect(page.getByRole("alert")).toContainText("The TXT record is not there yet.");
  const name = await page.getByLabel("Name", { exact: true }).first().inputValue();
  site.dns.texts.set(name, [await page.getByLabel("Value", { exact: true }).inputValue()]);
  await page.getByRole("button", { name: `Verify ${DOMAIN}` }).click();
  await expect(page.getByText("SAML 2.0, in use.")).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);

  const email = `grace@${DOMAIN}`;
  const colleague = await anotherPerson(browser);
  await colleague.goto(`${site.product.url}/app/usage`);
  await colleague.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await colleague.getByLabel("Work e-mail").fill("grace@elsewhere.example");
  await colleague.getByRole("button", { name: "Continue" }).click();
  await expect(colleague.getByRole("alert")).toContainText("No single sign-on is set up for this address.");
  expect(await seriousProblems(colleague)).toEqual([]);
  await colleague.getByLabel("Work e-mail").fill(email);
  await colleague.getByRole("button", { name: "Continue" }).click();
  await signInAtProvider(colleague, email);
  await expect(colleague).toHaveURL(`${site.product.url}/app/usage`);
  expect(await readScreen(colleague, "/app/settings")).toContain(email);
  // Another provider that vouches for the same address: a way that is about to end.
  const otherWay = await anotherPerson(browser);
  const visitor = site.newVisitor();
  await site.signInAtHouse(visitor, email);
  await bring(visitor, otherWay.context());
  await openScreen(otherWay, `${site.product.url}/app/usage`);
  await expect(otherWay.getByRole("heading", { name: "Usage" })).toBeVisible();

  await page.getByRole("button", { name: "Require single sign-on" }).click();
  await expect(page.getByRole("button", { name: "Allow other ways to sign in" })).toBeVisible();
  // The open page leaves by itself and says why; the colleague who came by the provider stays.
  await expect(otherWay.getByRole("alert")).toContainText("Your organisation now asks its members");
  expect(await seriousProblems(otherWay)).toEqual([]);
  await otherWay.getByRole("link", { name: "Sign in with Acme login" }).click();
  await signInAtProvider(otherWay, email);
  await expect(otherWay).toHaveURL(SIGNED_IN);
  expect(await readScreen(colleague, "/app/settings")).toContain(email);
  // A link of the organisation's own leads on from another site.
  const path = `/app/sso/start/${/idp_\w+/.exec(await page.getByLabel("ACS URL", { exact: true }).inputValue())?.[0]}`;
  const other = await anotherPerson(browser);
  await other.route("http://portal.localhost/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${site.product.url}${path}">Parlando</a>` }),
  );
  await other.goto("http://portal.localhost/");
  await other.getByRole("link", { name: "Parlando" }).click();
  await signInAtProvider(other, email);
  await expect(other).toHaveURL(SIGNED_IN);

  await page.getByRole("button", { name: "Remove Acme login" }).click();
  await page.getByRole("button", { name: "Remove provider" }).click();
  await expect(page.getByText("SAML 2.0, in use.")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Single sign-on" })).toBeVisible();
});
