import { createClient } from "@libsql/client/web";
import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { totpCode } from "../../support/authenticator";
import { type LibsqlServer, startLibsqlServer } from "../../support/libsql-server";
import { type Product, startProduct } from "../../support/product";
import { seriousProblems } from "../../support/serious-problems";
import { openScreen } from "../../support/signed-in-page";
import { newPerson, openSession, ownBrowser, type Person } from "./people";
import { addAuthenticator } from "./virtual-authenticator";

const SECURITY = "/app/settings/security";
const CONFIRMING_CALL = "/v1/user/verify-sensitive-action-code";
const CONFIRMED_FOR_MS = 15 * 60_000;
/** The product keeps everything here, where the test can let time pass. */
let database: LibsqlServer;
let product: Product;

test.beforeAll(async () => {
  database = await startLibsqlServer();
  product = await startProduct({ DATABASE_URL: database.url });
});
test.afterAll(async () => {
  await product?.stop();
  await database?.close();
});

/** Makes it a quarter of an hour since somebody last showed who they are, in every browser of theirs. */
async function letTimePass({ email }: Person): Promise<void> {
  const client = createClient({ url: database.url });
  const { rowsAffected } = await client.execute({
    sql: `UPDATE sessions SET confirmed_at_ms = confirmed_at_ms - ?
          WHERE user_id = (SELECT id FROM users WHERE email = ?)`,
    args: [CONFIRMED_FOR_MS, email],
  });
  client.close();
  expect(rowsAffected).toBeGreaterThan(0);
}

/** An empty page of a browser in which somebody is signed in. */
async function pageOf(browser: Browser, person: Person): Promise<Page> {
  // Passkeys belong to a name, not to a number.
  const site = product.url.replace("127.0.0.1", "localhost");
  const context = await ownBrowser(browser, site);
  await openSession(context, person, site);
  return context.newPage();
}

/** The newest mailed link that confirms somebody, as a path. */
async function confirmationLink({ email, visitor }: Person): Promise<string> {
  const find = async () => {
    const { html } = await visitor.get(`/dev/mailbox?${new URLSearchParams({ to: email })}`);
    return /href="http[^"/]*\/\/[^"/]*(\/[^"]*sensitiveActionVerificationCode=[^"]*)"/.exec(html)?.[1];
  };
  await expect.poll(find).toBeDefined();
  return (await find())!.replaceAll("&amp;", "&");
}

/** What is answered when a link that confirms is opened in another browser of the same person. */
async function confirmElsewhere({ visitor }: Person, link: string): Promise<unknown> {
  const { html } = await visitor.get("/app/identity-token", { "x-parlando-request": "identity-token" });
  const { token } = JSON.parse(html) as { token: string };
  const code = new URL(link, product.url).searchParams.get("sensitiveActionVerificationCode");
  const refused = await fetch(product.url + CONFIRMING_CALL, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ sensitive_action_verification_code: code }),
  });
  return refused.json();
}

const confirmationOf = (page: Page): Locator => page.getByRole("dialog", { name: "Confirm that it is you" });

test("a sensitive action waits for the password, or the app's code once there is one: not for a wrong one, nor for somebody who turns back", async ({
  browser,
}) => {
  const person = await newPerson("example.com", product.url);
  const page = await pageOf(browser, person);
  await letTimePass(person);
  await openScreen(page, "/app/settings?dialog=add-2fa");
  await expect(page).toHaveURL(`${SECURITY}?dialog=add-2fa`);
  await page.getByRole("dialog").getByRole("button", { name: "Authenticator app" }).click();
  // What was pressed is gone, and the focus is on what comes next.
  const begin = page.getByRole("button", { name: "Show the QR code" });
  await expect(begin).toBeFocused();
  await begin.click();
  const confirmation = confirmationOf(page);
  const qrCode = page.getByRole("img", { name: /QR code/ });
  await expect(confirmation.getByLabel("Your password", { exact: true })).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(confirmation).toBeHidden();
  await expect(qrCode).toBeHidden();

  await begin.click();
  await confirmation.getByLabel("Your password", { exact: true }).fill("Wrong horse 7!");
  await page.keyboard.press("Enter");
  await expect(confirmation.getByText("This is not your password.")).toBeVisible();
  await expect(qrCode).toBeHidden();
  await confirmation.getByLabel("Your password", { exact: true }).fill("Correct horse 7!");
  await page.keyboard.press("Enter");
  // What was asked for goes on by itself.
  await expect(qrCode).toBeVisible();
  await expect(confirmation).toBeHidden();
  expect(await seriousProblems(page)).toEqual([]);
  const seed = await page.getByLabel("Secret", { exact: true }).inputValue();
  await page.getByLabel("Code that the app shows").fill(totpCode(seed, Date.now()));
  await expect(page.getByText("Second factor added.")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await letTimePass(person);
  const makeBackupCode = page.getByRole("button", { name: "Make a backup code" });
  await makeBackupCode.click();
  const code = confirmation.getByLabel("Code from your authenticator app");
  await expect(code).toBeVisible();
  await expect(confirmation.getByRole("button", { name: /password|link/ })).toHaveCount(0);
  await code.fill("000000");
  await expect(confirmation.getByText("This code is not right. Enter the newest one.")).toBeVisible();
  await confirmation.getByRole("button", { name: "Close" }).click();
  await expect(confirmation).toBeHidden();
  await expect(page.getByLabel("Backup code", { exact: true })).toBeHidden();

  await makeBackupCode.click();
  // The code of the half minute to come: the one before set the app up.
  await code.fill(totpCode(seed, Date.now() + 30_000));
  await expect(page.getByLabel("Backup code", { exact: true })).toHaveValue(/^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/);
  await expect(confirmation).toBeHidden();
  await page.context().close();
});

test("a mailed link confirms the browser it was asked for in, and no other, and so does a passkey later", async ({
  browser,
}) => {
  const person = await newPerson("example.com", product.url);
  const page = await pageOf(browser, person);
  await addAuthenticator(page);
  await openScreen(page, SECURITY);
  await letTimePass(person);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const naming = page.getByRole("dialog", { name: "Add a passkey" });
  await naming.getByLabel("Name").fill("Laptop");
  await naming.getByRole("button", { name: "Continue" }).click();
  const confirmation = confirmationOf(page);
  await confirmation.getByRole("button", { name: "Mail me a link instead" }).click();
  await confirmation.getByRole("button", { name: "Mail me a link" }).click();
  await expect(confirmation.getByText(`We mailed a link to ${person.email}`)).toBeVisible();

  const link = await confirmationLink(person);
  expect(await confirmElsewhere(person, link)).toMatchObject({
    detail: { message: "This link has expired, was used before, or was opened in another browser. Ask for a new one." },
  });
  await confirmation.getByRole("button", { name: "I have opened it" }).click();
  await expect(confirmation.getByText("Confirm that it is you, then this will be done.")).toBeVisible();
  const mailed = await page.context().newPage();
  const [answer] = await Promise.all([mailed.waitForResponse(`**${CONFIRMING_CALL}`), mailed.goto(link)]);
  expect(await answer.json()).toMatchObject({ message: "Email access verified. Please try the action again." });
  await expect(mailed).not.toHaveURL(/sensitiveActionVerificationCode/);
  // Browsers make no passkey for a tab in the background.
  await page.bringToFront();
  await confirmation.getByRole("button", { name: "I have opened it" }).click();
  const list = page.getByRole("list", { name: "Your passkeys" });
  await expect(list).toContainText("Laptop");
  await expect(confirmation).toBeHidden();

  await letTimePass(person);
  await list.getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(confirmation).toBeVisible();
  await expect(page.getByText("Laptop", { exact: true })).toBeVisible();
  await confirmation.getByRole("button", { name: "Use a passkey" }).click();
  await expect(list).toBeHidden();
  await page.context().close();
});
