import { type Browser, type BrowserContext, expect as expectSoon, type Page, test } from "@playwright/test";
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

async function anotherPerson(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** Brings the session of somebody who came over HTTP into a browser. */
async function bring(visitor: Visitor, context: BrowserContext): Promise<void> {
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: site.product.url, httpOnly: true }));
  await context.addCookies(cookies);
}

/** A screen of somebody's browser, as text. */
const readScreen = async (page: Page, path: string) =>
  textOf(await (await page.request.get(site.product.url + path)).text());

test("whoever changes their mind at the provider reads so, and signs up by it from there", async ({ page }) => {
  const byHouse = page.getByRole("link", { name: "Sign in with House" });
  await page.goto(`${site.product.url}/app/sign-in`);
  await byHouse.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toContainText("You stopped the sign-in at the provider.");
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await expect(page).toHaveURL(`${site.product.url}/app/sign-in`);
  const email = `button-${Date.now()}@example.com`;
  await byHouse.click();
  await signInAtProvider(page, email);
  await expect(page).toHaveURL(SIGNED_IN);
  expect(await readScreen(page, "/app/settings")).toContain(email);
});

test("an admin connects a SAML provider, and a colleague signs in by their work e-mail", async ({ page, browser }) => {
  await bring(await site.signedUp(`owner@${DOMAIN}`), page.context());
  await openScreen(page, `${site.product.url}/app/workspace/security`);
  await page.getByLabel("Name").fill("Acme login");
  await page.getByLabel("SAML 2.0").check();
  await page.getByRole("button", { name: "Add provider" }).click();
  const acsUrl = page.getByLabel("ACS URL", { exact: true });
  await expect(acsUrl).toHaveValue(/\/app\/sso\/saml\/idp_\w+\/acs$/);
  const startPath = `/app/sso/start/${/idp_\w+/.exec(await acsUrl.inputValue())?.[0]}`;

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
  await openScreen(colleague, `${site.product.url}/app/sso?redirect=/app/usage`);
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
  const visitor = site.newVisitor();
  await site.signInAtHouse(visitor, email);
  await colleague.context().clearCookies();
  await bring(visitor, colleague.context());
  await openScreen(colleague, `${site.product.url}/app/usage`);
  await expect(colleague.getByRole("heading", { name: "Usage" })).toBeVisible();
  await page.getByRole("button", { name: "Require single sign-on" }).click();
  await expect(page.getByRole("button", { name: "Allow other ways to sign in" })).toBeVisible();
  // The open page leaves by itself and says why.
  await expect(colleague.getByRole("alert")).toContainText("Your organisation now asks its members");
  await expect(colleague.getByRole("link", { name: "Sign in with Acme login" })).toHaveAttribute(
    "href",
    new RegExp(`^${startPath}\\b`),
  );
  expect(await seriousProblems(colleague)).toEqual([]);

  // A link of the organisation's own leads on from another site.
  await colleague.route("http://portal.localhost/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${site.product.url}${startPath}">Parlando</a>` }),
  );
  await colleague.goto("http://portal.localhost/");
  await colleague.getByRole("link", { name: "Parlando" }).click();
  await signInAtProvider(colleague, email);
  await expect(colleague).toHaveURL(SIGNED_IN);

  await page.getByRole("button", { name: "Remove Acme login" }).click();
  await page.getByRole("button", { name: "Remove provider" }).click();
  await expect(page.getByText("SAML 2.0, in use.")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Single sign-on" })).toBeVisible();
});
