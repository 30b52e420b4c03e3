import { expect, test } from "@playwright/test";
import { seriousProblems } from "../../support/serious-problems";
import { openScreen } from "../../support/signed-in-page";
import { listening, mailedLink, newPerson, openListening, ownBrowser } from "./people";

const REASON = "You wrote to us about a voice that does not play.";

test("support looks into an account as long as its owner lets them, and changes nothing", async ({ browser }) => {
  const [staff, owner] = [await newPerson("staff.example"), await newPerson()];
  const [ofStaff, ofOwner] = [await ownBrowser(browser), await ownBrowser(browser)];
  const [desk, home] = [await ofStaff.newPage(), await ofOwner.newPage()];
  await openListening(home, owner);
  await openListening(desk, staff, "/app/support");

  // Asking says the same, whether there is such an account or not.
  const says = "If this address has an account, its owner was asked.";
  const none = "None. An account appears here";
  for (const email of ["nobody-at-all@example.com", owner.email]) {
    await desk.getByLabel("E-mail address of the account").fill(email);
    await desk.getByLabel("Reason").fill(REASON);
    await desk.getByRole("button", { name: "Ask the owner" }).click();
    await expect(desk.getByText(says)).toBeVisible();
    await expect(desk.getByLabel("Reason")).toHaveValue("");
    await expect(desk.getByText(none)).toBeVisible();
  }

  // The owner decides, by the mail.
  const mailed = await ofOwner.newPage();
  await mailed.goto(await mailedLink(owner.email, "verifySignInRequest"));
  const dialog = mailed.getByRole("dialog", { name: "Grant Support Access to Your Account" });
  await expect(dialog).toContainText(staff.email);
  expect(await seriousProblems(mailed)).toEqual([]);
  await dialog.getByRole("button", { name: "Grant Access" }).click();
  await expect(mailed.getByText("Thank you for granting us access to your account!")).toBeVisible();

  // Both hear of it without a reload.
  const ofGrant = home.getByRole("region", { name: "Support access" });
  await expect(ofGrant).toContainText(`Support (${staff.email}) can see your account until`);
  await desk.getByRole("button", { name: `Open the account of ${owner.email}` }).click();
  const visiting = desk.getByRole("region", { name: "Support session" });
  await expect(visiting).toContainText(new RegExp(`You are signed in as ${owner.email} until \\d\\d:\\d\\d`));
  expect(await seriousProblems(desk)).toEqual([]);

  // A look everywhere, a change nowhere.
  await listening(desk, () => openScreen(desk, "/app/settings/api-keys"));
  await expect(visiting).toBeVisible();
  await desk.getByLabel("Name of a new key").fill("Mine");
  await desk.getByRole("button", { name: "Create key" }).click();
  await expect(desk.getByRole("alert")).toContainText("You are signed in for support, so you can look and use");
  expect((await desk.request.get("/app/support")).status()).toBe(404);

  // The owner ends it, and it is over at once.
  await ofGrant.getByRole("button", { name: "End access" }).click();
  await expect(ofGrant).toHaveCount(0);
  await expect(desk).toHaveURL(/\/app\/support\?ended/);
  await expect(desk.getByText("You have left the account.")).toBeVisible();
  await expect(desk.getByText("None. An account appears here")).toBeVisible();

  // The owner sees afterwards who was there.
  const seen = await owner.visitor.get("/app/support-access");
  expect(seen.html).toContain(staff.email);
  await Promise.all([ofStaff.close(), ofOwner.close()]);
});
