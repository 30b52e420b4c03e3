import { expect, it } from "vitest";
import { loader } from "~/routes/dev/mailbox";
import { loader as loadMessage } from "~/routes/dev/mailbox-message";
import { loader as loadTextMessages } from "~/routes/dev/sms";
import type { RequestContext } from "../../../workers/app/context";
import { answerSeed } from "../../../workers/app/seed";

const TOKEN = "a token of some length";
const seedRequest = (token = TOKEN) =>
  new Request("http://localhost/dev/seed", { method: "POST", headers: { "x-parlando-seed": token } });
const context = (variables: Partial<RequestContext["variables"]>) =>
  ({ variables, services: { mailbox: undefined } }) as unknown as RequestContext;

it("has no mailbox in production", async () => {
  const request = new Request("http://localhost/dev/mailbox");
  const answer = loader({ request, context: context({ APP_ENV: "production" }), params: {} } as never);
  await expect(answer).rejects.toMatchObject({ status: 404 });
});

it("shows a mail as a mail program does, in a sandbox, and none in production", async () => {
  const mail = { messageId: "mail_1", html: "<p>Hello</p>" };
  const development = { services: { mailbox: { list: async () => [mail] } } };
  const ask = (messageId: string, at: unknown) =>
    loadMessage({
      request: new Request(`http://localhost/dev/mailbox/${messageId}`),
      context: at,
      params: { messageId },
    } as never);
  const shown = await ask("mail_1", development);
  expect(await shown.text()).toBe(mail.html);
  expect(shown.headers.get("content-security-policy")).toMatch(/^sandbox .*default-src 'none'/);
  expect(shown.headers.get("content-security-policy")).not.toContain("allow-scripts");
  await expect(ask("mail_2", development)).rejects.toMatchObject({ status: 404 });
  await expect(ask("mail_1", context({ APP_ENV: "production" }))).rejects.toMatchObject({ status: 404 });
});

it("has no inbox for text messages in production", async () => {
  const request = new Request("http://localhost/dev/sms");
  const answer = loadTextMessages({ request, context: context({ APP_ENV: "production" }), params: {} } as never);
  await expect(answer).rejects.toMatchObject({ status: 404 });
});

it("has no demo workspace in production, whatever token is sent", async () => {
  expect(await answerSeed(seedRequest(), context({ APP_ENV: "production", DEV_SEED_TOKEN: TOKEN }))).toBeNull();
  expect(await answerSeed(seedRequest(), context({ APP_ENV: "development" }))).toBeNull();
});

it("makes the demo workspace for nobody without the starter's token", async () => {
  const development = context({ APP_ENV: "development", DEV_SEED_TOKEN: TOKEN });
  expect((await answerSeed(seedRequest("another token of length"), development))?.status).toBe(403);
  expect((await answerSeed(new Request("http://localhost/dev/seed"), development))?.status).toBe(403);
  expect(await answerSeed(new Request("http://localhost/dev/seeds", { method: "POST" }), development)).toBeNull();
});
