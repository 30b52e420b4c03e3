import { expect, type Page, test } from "@playwright/test";
import { seriousProblems, seriousProblemsInBothThemes } from "../../support/serious-problems";
import { noteToasts } from "../../support/toasts-said";
import { bringIn, newPerson, ownBrowser, url } from "./people";

const settings = (page: Page) => page.getByRole("navigation", { name: "Settings" });

test("a person finds their settings, changes their names, language and product updates, copies their id, and asks for another address", async ({
  browser,
}) => {
  const context = await ownBrowser(browser);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const said = await noteToasts(page);
  const person = await newPerson();
  await bringIn(page, person);
  await page.getByRole("button", { name: "workspace" }).first().click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();
  await expect(settings(page).getByRole("link", { name: "Profile" })).toHaveAttribute("aria-current", "page");
  expect(await seriousProblems(page)).toEqual([]);

  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Public name").fill("Admiral Hopper");
  await page.getByLabel("Language and region").selectOption("de");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(said).toEqual(["Saved"]);
  await expect(page.getByRole("button", { name: /^Grace/ })).toBeVisible();
  const { html } = await person.visitor.get("/app/settings");
  expect(/<input[^>]*name="public_user_name"[^>]*>/.exec(html)?.[0]).toContain('value="Admiral Hopper"');
  expect(/<option[^>]*selected[^>]*>/.exec(html)?.[0]).toContain('value="de"');

  await page.getByLabel("Public name").fill("  ");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Give yourself a name of 1 to 50 characters in one line, without marks that turn text around or cannot be seen.",
  );
  await expect(page.getByLabel("Public name")).toBeFocused();

  await page.getByRole("button", { name: "Copy User id" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^user_/);

  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByLabel("New e-mail address").fill("hopper@example.com");
  await page.getByRole("button", { name: "Mail me the link" }).click();
  await expect(page.getByText("We have written to hopper@example.com.")).toBeVisible();

  await settings(page).getByRole("link", { name: "Notifications" }).click();
  await page.getByLabel("Mail me about what is new").check();
  await page.getByRole("button", { name: "Save" }).click();
  // The first may still be there.
  await expect.poll(said).toEqual(["Saved", "Saved"]);
  expect(await seriousProblems(page)).toEqual([]);
  const notifications = await person.visitor.get("/app/settings/notifications");
  expect(/<input[^>]*name="product_updates"[^>]*>/.exec(notifications.html)?.[0]).toContain("checked");
});

test("a key is limited in what it may do and use, when it is made and later", async ({ browser, request }) => {
  const page = await (await ownBrowser(browser)).newPage();
  await bringIn(page, await newPerson(), "/app/settings/api-keys");
  await expect(page.getByText("No API keys yet.")).toBeVisible();
  expect(await seriousProblemsInBothThemes(page)).toEqual([]);
  // Without a name it is refused, below the field: the button stays where it is.
  const create = page.getByRole("button", { name: "Create key" });
  const place = await create.boundingBox();
  await create.click();
  await expect(page.getByRole("alert")).toHaveText(/^Give the key a name/);
  // Once it does not turn any more.
  await expect.poll(() => create.boundingBox()).toEqual(place);
  await page.getByLabel("Name of a new key").fill("Reader");
  await page.getByText("Limit what it may do and use").click();
  await page.getByLabel("Only this:").check();
  await page.getByLabel("Speak text").uncheck();
  await page.getByLabel("See models").check();
  await page.getByLabel("Most credits in a period").fill("1,500");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await page.getByLabel("API key", { exact: true }).inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("See models · 0 of 1,500 credits in this period")).toBeVisible();

  const call = (path: string) => request.get(url + path, { headers: { "xi-api-key": key } });
  expect((await call("/v1/models")).status()).toBe(200);
  const refused = await call("/v1/user");
  expect(refused.status()).toBe(403);
  expect(await refused.json()).toMatchObject({ detail: { status: "missing_permissions" } });

  await page.getByRole("button", { name: "Edit Reader" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "New name of Reader" });
  expect(await seriousProblems(page)).toEqual([]);
  await row.getByLabel("Read your profile, plan and credits").check();
  await row.getByRole("button", { name: "Save key" }).click();
  await expect(page.getByRole("button", { name: "Edit Reader" })).toBeFocused();
  expect((await call("/v1/user")).status()).toBe(200);
});
