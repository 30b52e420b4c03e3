import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { seriousProblems } from "../../support/serious-problems";
import { newPerson, ownBrowser, signIn, url } from "./people";
import { addAuthenticator, addPasskey } from "./virtual-authenticator";

const SECURITY = "/app/settings/security";
/** Passkeys belong to a name, not to a number. */
const NAMED_URL = url.replace("127.0.0.1", "localhost");

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
  const { devtools, authenticatorId } = await addAuthenticator(page);
  await signIn(page, person, SECURITY, NAMED_URL);
  await addPasskey(page, "Laptop");
  const list = page.getByRole("list", { name: "Your passkeys" });
  await expect(list).toContainText("Laptop");
  expect(await seriousProblems(page)).toEqual([]);

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
  await list.getByLabel("Name").fill("");
  await list.getByRole("button", { name: "Save" }).click();
  await expect(list.getByRole("alert")).toHaveText(/^Give the passkey a name/);
  await expect(list.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(list.getByRole("button", { name: "Rename Laptop" })).toBeFocused();
  // Another try begins without what was said of the last one.
  await page.keyboard.press("Enter");
  await expect(list.getByLabel("Name")).toHaveValue("Laptop");
  await expect(list.getByRole("alert")).toHaveCount(0);
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
