import { type BrowserContext, type CDPSession, expect, type Page, test } from "@playwright/test";
import { seriousProblems } from "../../support/serious-problems";
import { newPerson, ownBrowser, signIn, url } from "./people";

const SECURITY = "/app/settings/security";
/** Passkeys belong to a name, not to a number. */
const NAMED_URL = url.replace("127.0.0.1", "localhost");

/** A browser with an authenticator of Chromium's own: one that asks for a finger, which is given. */
async function browserWithAuthenticator(page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
}

/** As in browsers that have passkeys and cannot suggest them. */
const withoutSuggestions = (page: Page) =>
  page.addInitScript(() => {
    window.PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

const signOut = (context: BrowserContext) => context.clearCookies({ name: "xi_website_session" });

test("a passkey is added, signs in without a password or a code, gets a name, and is removed", async ({ browser }) => {
  const person = await newPerson();
  const context = await ownBrowser(browser, NAMED_URL);
  const page = await context.newPage();
  const { devtools, authenticatorId } = await browserWithAuthenticator(page);
  await signIn(page, person, SECURITY);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const naming = page.getByRole("dialog", { name: "Add a passkey" });
  await naming.getByLabel("Name").fill("Laptop");
  await naming.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Passkey added.")).toBeVisible();
  const list = page.getByRole("list", { name: "Your passkeys" });
  await expect(list).toContainText("Laptop");
  expect(await seriousProblems(page, 300)).toEqual([]);

  await signOut(context);
  // The browser suggests it where addresses are typed, and this authenticator is touched at once.
  await page.goto(`/app/sign-in?${new URLSearchParams({ redirect: SECURITY })}`);
  await expect(page).toHaveURL(SECURITY);
  await signOut(context);
  await withoutSuggestions(page);
  await page.goto(`/app/sign-in?${new URLSearchParams({ redirect: SECURITY })}`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(SECURITY);
  await expect(list).toContainText("last used");
  const { credentials } = await devtools.send("WebAuthn.getCredentials", { authenticatorId });
  expect(credentials.map(({ rpId, signCount }) => [rpId, signCount > 0])).toEqual([["localhost", true]]);

  await list.getByRole("button", { name: "Rename Laptop" }).click();
  await list.getByLabel("Name").fill("Desk");
  await list.getByRole("button", { name: "Save" }).click();
  await expect(list).toContainText("Desk");
  await list.getByRole("button", { name: "Remove Desk" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Passkey removed.")).toBeVisible();
  await expect(list).toBeHidden();

  await signOut(context);
  await page.goto("/app/sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert")).toContainText("This passkey was not accepted.");
  await context.close();
});

test("a passkey confirms a sensitive action", async ({ browser }) => {
  const person = await newPerson();
  const context = await ownBrowser(browser, NAMED_URL);
  const page = await context.newPage();
  await browserWithAuthenticator(page);
  await signIn(page, person, SECURITY);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Passkey added.")).toBeVisible();
  // The dialog comes a quarter of an hour after the sign-in: the answer that brings it is given here at once.
  let isRefused = false;
  await page.route("**/app/passkeys*", async (route) => {
    if (isRefused) return route.continue();
    isRefused = true;
    await route.fulfill({ status: 403, json: { detail: { status: "sensitive_action", message: "Confirm" } } });
  });
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog", { name: "Add a passkey" }).getByRole("button", { name: "Continue" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm that it is you" });
  await confirmation.getByRole("button", { name: "Use a passkey" }).click();
  // Confirmed, so the browser is asked for a passkey, and says that it has one already.
  await expect(page.getByText("This device has a passkey for your account already.")).toBeVisible();
  await context.close();
});
