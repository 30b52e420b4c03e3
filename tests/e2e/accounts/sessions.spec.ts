import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { seriousProblems } from "../../support/serious-problems";
import { Visitor } from "../../support/visitor";
import { bringIn, listening, newPerson, openListening, ownBrowser, signIn, url } from "./people";

const SESSIONS = "/app/settings/sessions";
const SECURITY = "/app/settings/security";

const tokenStatus = (page: Page, token: string) =>
  page.evaluate(
    async (bearer) => (await fetch("/v1/user", { headers: { authorization: `Bearer ${bearer}` } })).status,
    token,
  );
const identityToken = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch("/app/identity-token", { headers: { "x-parlando-request": "identity-token" } });
    return ((await answer.json()) as { token: string }).token;
  });

const anonymousId = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === "anonymous_id")?.value;

test("a session that is ended from another browser leaves at once, with its token and what it kept", async ({
  browser,
}) => {
  const person = await newPerson();
  const [here, there] = [await ownBrowser(browser), await ownBrowser(browser)];
  const [page, other] = [await here.newPage(), await there.newPage()];
  await listening(other, () => signIn(other, person));
  await other.evaluate(() => localStorage.setItem("xi:draft", '"private"'));
  const token = await identityToken(other);
  expect(await tokenStatus(other, token)).toBe(200);
  const stolen = await there.cookies();

  // A browser whose clock is wrong takes over what the server says of times.
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.clock.setFixedTime(Date.now() + 50_000);
  await signIn(page, person, SESSIONS);
  const list = page.getByRole("list", { name: "Your sessions" });
  await expect(list.getByRole("listitem").first()).toContainText("This device");
  await expect(list.getByRole("listitem")).toHaveCount(3);
  expect(await seriousProblems(page)).toEqual([]);
  await page.waitForLoadState("networkidle");
  expect(wrong).toEqual([]);
  await list.getByRole("listitem").filter({ hasText: "Chrome on" }).last().getByRole("button").click();
  await expect(page.getByText("Session ended.")).toBeVisible();
  await expect(other).toHaveURL(/\/app\/sign-in/, { timeout: 3_000 });
  expect(await other.evaluate(() => localStorage.getItem("xi:draft"))).toBeNull();
  expect(await tokenStatus(other, token)).toBe(401);

  // A cookie that was copied before is worth nothing after.
  const thief = new Visitor(url);
  for (const { name, value } of stolen) thief.setCookie(name, value);
  expect((await thief.get("/app/usage")).location).toContain("/app/sign-in");

  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  expect((await person.visitor.get("/app/usage")).location).toContain("/app/sign-in");
  await Promise.all([here.close(), there.close()]);
});

test("signing out forgets everything of the person in this browser, and takes its other tabs along", async ({
  browser,
}) => {
  const person = await newPerson();
  const context = await ownBrowser(browser);
  const [page, tab] = [await context.newPage(), await context.newPage()];
  await bringIn(page, person);
  await openListening(tab, person, "/app/settings/api-keys");
  const anonymousBefore = await anonymousId(context);
  await page.evaluate(async () => {
    localStorage.setItem("xi:speech-draft:user_1", '"private"');
    localStorage.setItem("somebody-elses", "stays");
    sessionStorage.setItem("xi:tab", "1");
    await caches.open("xi:sounds");
    await new Promise((resolve) => {
      indexedDB.open("xi:recording-backup").onsuccess = ({ target }) => {
        (target as IDBOpenDBRequest).result.close();
        resolve(undefined);
      };
    });
  });
  await page
    .getByRole("button", { name: /@example.com|Ada/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/app\/sign-in/);
  await expect(tab).toHaveURL(/\/app\/sign-in/, { timeout: 5_000 });
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage).filter((key) => key.startsWith("xi:")),
    others: localStorage.getItem("somebody-elses"),
    tab: sessionStorage.getItem("xi:tab"),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
  expect(kept).toEqual({ local: [], others: "stays", tab: null, caches: [], databases: [] });
  const names = (await context.cookies()).map(({ name }) => name);
  for (const name of ["xi_website_session", "xi_website_user"]) expect(names).not.toContain(name);
  // The sign-in page counts visitors again, but under no number from before.
  const anonymousAfter = await anonymousId(context);
  expect(anonymousAfter === undefined || anonymousAfter !== anonymousBefore).toBe(true);
  // Nor does the browser bring a page back that it has shown before.
  await page.goBack();
  await expect(page).toHaveURL(/\/app\/sign-in/);
  const home = await page.request.get("/app/home", { maxRedirects: 0 });
  expect(home.headers().location).toMatch(/\/app\/sign-in/);
  await context.close();
});

test("an admin's time for inactive sessions signs a browser out that nobody uses", async ({ browser }) => {
  const person = await newPerson();
  const context = await ownBrowser(browser);
  const page = await context.newPage();
  await page.clock.install();
  await signIn(page, person, SECURITY);
  await page.getByLabel("Sign people out after").selectOption("15 minutes");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.clock.fastForward("14:00");
  await page.mouse.move(10, 10);
  await page.clock.fastForward("14:00");
  await expect(page).toHaveURL(SECURITY);
  await page.clock.fastForward("02:00");
  await page.clock.runFor(10_000);
  await expect(page).toHaveURL(/\/app\/sign-in/);
  const usage = await page.request.get("/app/usage", { maxRedirects: 0 });
  expect(usage.headers().location).toMatch(/\/app\/sign-in/);
  await context.close();
});
