import { describe, expect, it } from "vitest";
import { sharedProduct } from "../../support/product";
import { newestLinkFor, textOf, Visitor } from "../../support/visitor";

const { url } = sharedProduct();
const PASSWORD = "Correct horse 7!";
const NEW_PASSWORD = "Another horse 8!";
let people = 0;
const newEmail = () => `taken-${process.pid}-${Date.now()}-${++people}@example.com`;
const signIn = async (email: string, password: string) =>
  (await new Visitor(url).submit("/app/sign-in", { email, password })).status;

/** The API keys' page answers a new key once. */
async function makeKey(owner: Visitor, name: string): Promise<string> {
  const { html } = await owner.submit("/app/settings/api-keys", { intent: "create", name });
  const key = /value="(sk_[0-9a-f]{48})"/.exec(html)?.[1];
  if (!key) throw new Error("there is no new key");
  return key;
}
const keyWorks = async (key: string) =>
  (await fetch(`${url}/v1/user`, { headers: { "xi-api-key": key, "cf-connecting-ip": "192.0.2.99" } })).status === 200;

describe("a password that is chosen by mail, without scripts", () => {
  it.each([
    ["removes the keys that its page shows", { removes_added: "yes" }, false],
    ["leaves them where the box is cleared", {}, true],
  ] as const)("%s", async (_, box, survives) => {
    const email = newEmail();
    const owner = new Visitor(url);
    await owner.submit("/app/sign-up", { email, password: PASSWORD });
    await owner.submit((await newestLinkFor(owner, email, "verifyEmail"))!, {});
    await owner.submit("/app/sign-in", { email, password: PASSWORD });
    const key = await makeKey(owner, "Somebody's");
    const reader = new Visitor(url);
    await reader.submit("/app/sign-in/forgot-password", { email });
    const link = (await newestLinkFor(reader, email, "resetPassword"))!;
    const page = await reader.get(link);
    expect(textOf(page.html)).toMatch(/API key “Somebody's” \(…[0-9a-f]{4}\), added on \w{3} \d{1,2}, \d{4}/);
    expect(textOf(page.html)).toContain("Also remove passkeys and API keys added since");
    expect(/<input[^>]*name="removes_added"[^>]*>/.exec(page.html)?.[0]).toContain("checked");
    const done = await reader.submit(link, { password: NEW_PASSWORD, repeated: NEW_PASSWORD, ...box });
    expect(textOf(done.html)).toContain("You have successfully changed your password, you can now sign in.");
    expect(await keyWorks(key)).toBe(survives);
    expect(await signIn(email, NEW_PASSWORD)).toBe(302);
  });
});

describe("an address that two signed up with", () => {
  it("is verified by the link of a stranger's sign-up for whoever knows that one's password alone", async () => {
    const email = newEmail();
    const owner = new Visitor(url);
    await owner.submit("/app/sign-up", { email, password: PASSWORD });
    const ownLink = (await newestLinkFor(owner, email, "verifyEmail"))!;
    await new Visitor(url).submit("/app/sign-up", { email, password: "Attacker cow 8!" });
    await expect.poll(() => newestLinkFor(owner, email, "verifyEmail")).not.toBe(ownLink);
    const strangersLink = (await newestLinkFor(owner, email, "verifyEmail"))!;

    const asked = await owner.submit(strangersLink, {});
    expect(textOf(asked.html)).toContain("Somebody signed up with this address more than once.");
    expect(asked.html).toContain('name="password"');
    const wrong = await owner.submit(strangersLink, { password: PASSWORD });
    expect(textOf(wrong.html)).toContain("This is not the password of that sign-up.");
    expect(wrong.html).toContain('href="/app/sign-in/forgot-password"');
    expect(await signIn(email, "Attacker cow 8!")).toBe(401);

    // Elsewhere the owner's own link asks as well; where they signed up it does not.
    expect(textOf((await new Visitor(url).submit(ownLink, {})).html)).toContain("Password of this sign-up");
    expect(textOf((await owner.submit(ownLink, {})).html)).toContain("Email verified successfully!");
    expect([await signIn(email, PASSWORD), await signIn(email, "Attacker cow 8!")]).toEqual([302, 401]);
  });
});
