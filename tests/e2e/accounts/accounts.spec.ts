import { expect, type Page, test } from "@playwright/test";
import { newNetwork } from "../../support/new-network";
import { sharedProduct } from "../../support/product";
import { bringIn, mailedLink, newPerson, openSession } from "./people";

const { url } = sharedProduct();
const PASSWORD = "Correct horse 7!";
const NEW_PASSWORD = "Another horse 8!";

/** An address of its own for each test, in mail and on the network, so that limits do not add up. */
test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders({ "cf-connecting-ip": newNetwork() });
});

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a person forgets the password, and signs in with a new one", async ({ page }) => {
  const { email } = await newPerson();
  await page.goto(`${url}/app/sign-in`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The page before has a field of the same name.
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Mail me a link" }).click();
  await expect(page.getByRole("status")).toContainText(`If ${email} has an account, a link is on its way.`);

  await page.goto(url + (await mailedLink(email, "resetPassword")));
  await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel("New password, once more").fill("Different 9!");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByRole("alert")).toHaveText("Your passwords do not match.");
  await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
  await page.getByLabel("New password, once more").fill(NEW_PASSWORD);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Change Password" }).click();
  const changed = page.getByRole("dialog", { name: "Password has been changed" });
  await expect(changed).toContainText("You have successfully changed your password, you can now sign in.");
  await changed.getByRole("link", { name: "Continue" }).click();

  await signIn(page, email, PASSWORD);
  await expect(page.getByRole("alert")).toContainText("The e-mail address or the password is not right.");
  await expect(page.getByRole("alert")).toBeFocused();
  await signIn(page, email, NEW_PASSWORD);
  // Who is new is led to the questions.
  await expect(page).toHaveURL(`${url}/app/onboarding`);
});

test("an API key is made, seen once, works, gets another name, and is deleted", async ({ page, request }) => {
  await bringIn(page, await newPerson(), "/app/settings/api-keys");
  const makeAndPutAway = async (name: string) => {
    await page.getByLabel("Name of a new key").fill(name);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name })).toBeVisible();
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("heading", { name })).toHaveCount(0);
    await expect(page.getByLabel("Name of a new key")).toBeFocused();
  };
  await makeAndPutAway("First");
  await page.getByLabel("Name of a new key").fill("Robot");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await page.getByLabel("API key", { exact: true }).inputValue();
  expect(key).toMatch(/^sk_[0-9a-f]{48}$/);
  const call = async () => (await request.get(`${url}/v1/user`, { headers: { "xi-api-key": key } })).status();
  expect(await call()).toBe(200);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy key" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(`sk_…${key.slice(-4)}`)).toBeVisible();
  await expect(page.getByLabel("API key", { exact: true })).toHaveCount(0);
  await makeAndPutAway("Third");

  await page.getByRole("button", { name: "Edit Robot" }).click();
  await expect(page.getByLabel("New name of Robot")).toBeFocused();
  await page.getByLabel("New name of Robot").fill("Android");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Edit Android" })).toBeFocused();

  await page.getByRole("button", { name: "Delete Android" }).click();
  await expect(page.getByText("Programs that use this key stop working at once.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Delete Android" })).toBeFocused();
  expect(await call()).toBe(200);
  const remove = async (name: string) => {
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    await page.getByRole("button", { name: "Delete key" }).click();
  };
  // The newest is first; the one beneath the deleted takes its place.
  await remove("Android");
  await expect(page.getByRole("button", { name: "Edit First" })).toBeFocused();
  await expect(page.getByText("The key Android was deleted.")).toBeAttached();
  expect(await call()).toBe(401);
  await remove("First");
  await expect(page.getByRole("button", { name: "Edit Third" })).toBeFocused();
  await remove("Third");
  await expect(page.getByText("No API keys yet.")).toBeVisible();
  await expect(page.getByLabel("Name of a new key")).toBeFocused();
});

test("a link on another site opens a member's page without another sign-in", async ({ page, context }) => {
  // The cookies as the product sets them: whether they come along is the browser's to say.
  await openSession(context, await newPerson());
  const elsewhere = url.replace("127.0.0.1", "localhost");
  await page.route(`${elsewhere}/elsewhere`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${url}/app/settings/api-keys">Keys</a>` }),
  );
  await page.goto(`${elsewhere}/elsewhere`);
  await page.getByRole("link", { name: "Keys" }).click();
  await expect(page.getByRole("heading", { name: "API keys" })).toBeVisible();
});
