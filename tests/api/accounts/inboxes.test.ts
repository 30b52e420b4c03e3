import { beforeAll, expect, it } from "vitest";
import { sharedProduct } from "../../support/product";
import { textOf, Visitor } from "../../support/visitor";

const { url } = sharedProduct();
const PASSWORD = "Correct horse 7!";
const person = () => `inbox-${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`;
const [email, other] = [person(), person()];

beforeAll(async () => {
  for (const address of [email, other])
    await new Visitor(url).submit("/app/sign-up", { email: address, password: PASSWORD });
});

it.each([
  ["/dev/mailbox", "Mailbox", "Only mail to", "No mail yet."],
  ["/dev/sms", "Text messages", "Only messages to", "No text messages yet."],
])(
  "%s shows one recipient's messages on request, is kept by nobody and found by no search",
  async (path, title, label, empty) => {
    const { html, headers } = await new Visitor(url).get(
      `${path}?${new URLSearchParams({ to: "nobody@example.com" })}`,
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    const text = textOf(html);
    for (const part of [title, label, empty]) expect(text).toContain(part);
    expect(html).toContain('value="nobody@example.com"');
  },
);

it("the mailbox finds an address however it is written, and shows no other's mail", async () => {
  const query = new URLSearchParams({ to: ` ${email.toUpperCase()} ` });
  await expect
    .poll(async () => (await new Visitor(url).get(`/dev/mailbox?${query}`)).html)
    .toContain(`To <!-- -->${email}`);
  const { html } = await new Visitor(url).get(`/dev/mailbox?${query}`);
  expect(html).not.toContain(other);
});
