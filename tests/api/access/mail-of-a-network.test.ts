import { expect, it } from "vitest";
import { sharedProduct } from "../../support/product";
import { csrfTokenIn, newestLinkFor, Visitor } from "../../support/visitor";

const { url } = sharedProduct();
const PASSWORD = "Correct horse 7!";
const FORGOT = "/app/sign-in/forgot-password";
const BROWSER = "xi_website_browser";
/** What `account_mail_client` lets through in an hour. */
const MAILS_OF_A_NETWORK = 30;

it("an owner's browser gets their reset also where somebody in its network has asked for all mails that go there", async () => {
  // One network address, in which the browser's cookie says whose turn it is.
  const network = new Visitor(url);
  const email = `neighbour-${process.pid}-${Date.now()}@example.com`;
  await network.submit("/app/sign-up", { email, password: PASSWORD });
  await network.submit((await newestLinkFor(network, email, "verifyEmail"))!, {});
  await network.submit("/app/sign-in", { email, password: PASSWORD });
  const ofOwner = network.cookies.get(BROWSER)!;

  network.setCookie(BROWSER, "unknown");
  const csrf = csrfTokenIn((await network.get(FORGOT)).html);
  const strangers = network.cookies.get(BROWSER)!;
  expect(strangers).not.toBe(ofOwner);
  const ask = (index: number) => network.post(FORGOT, { csrf, email: `${index}-of-many-${email}` });
  const statuses: number[] = [];
  for (let index = 0; index <= MAILS_OF_A_NETWORK; index++) statuses.push((await ask(index)).status);
  expect(statuses.filter((status) => status === 200).length).toBe(MAILS_OF_A_NETWORK);
  expect(statuses.at(-1)).toBe(429);
  expect((await network.post(FORGOT, { csrf, email })).status).toBe(429);

  network.setCookie(BROWSER, ofOwner);
  expect((await network.submit(FORGOT, { email })).status).toBe(200);
  await expect.poll(() => newestLinkFor(network, email, "resetPassword")).not.toBeNull();
});
