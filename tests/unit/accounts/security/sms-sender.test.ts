import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listInbox } from "../../../../workers/adapters/sms/inbox";
import { createSmsPort } from "../../../../workers/adapters/sms/sender";
import { type MigratedDatabase, openMigratedDatabase } from "../../../support/migrated-database";

const MESSAGE = { to: "+15550100123", text: "123456 is your code" };
let migrated: MigratedDatabase;
let received: { authorization?: string; body: string }[] = [];
let answer = 200;
const service = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  received.push({ authorization: request.headers.authorization, body });
  response.writeHead(answer).end("{}");
});
beforeAll(async () => {
  migrated = await openMigratedDatabase();
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  service.close();
  await migrated.close();
});
const port = (variables: Partial<Parameters<typeof createSmsPort>[0]["variables"]>) =>
  createSmsPort({ variables: { APP_ENV: "production", ...variables }, database: migrated.database });
const serviceUrl = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}/send`;

it("posts a message to the service, with the key", async () => {
  received = [];
  await port({ SMS_URL: serviceUrl(), SMS_API_KEY: "secret" }).send(MESSAGE);
  expect(received).toEqual([{ authorization: "Bearer secret", body: JSON.stringify(MESSAGE) }]);
});

it.each([302, 401, 500])("says that it was not sent when the service answers %i", async (status) => {
  answer = status;
  await expect(port({ SMS_URL: serviceUrl(), SMS_API_KEY: "secret" }).send(MESSAGE)).rejects.toMatchObject({
    code: "system_busy",
    status: 503,
  });
  answer = 200;
});

it("says that it was not sent when nobody listens", async () => {
  const nobody = port({ SMS_URL: "http://127.0.0.1:9/", SMS_API_KEY: "secret" });
  await expect(nobody.send(MESSAGE)).rejects.toMatchObject({ code: "system_busy" });
});

it("names the setting that is missing in production", async () => {
  expect(() => port({}).requireConfigured()).toThrow(/SMS_URL is not set/);
  expect(() => port({ SMS_URL: serviceUrl() }).requireConfigured()).toThrow(/SMS_API_KEY is not set/);
  await expect(port({}).send(MESSAGE)).rejects.toMatchObject({ code: "engine_not_configured", status: 503 });
});

it("keeps messages in the inbox in development, and lists those to one telephone", async () => {
  const development = port({ APP_ENV: "development" });
  development.requireConfigured();
  await development.send(MESSAGE);
  await development.send({ ...MESSAGE, to: "+15550100999" });
  expect(await listInbox(migrated.database, MESSAGE.to)).toEqual([
    { messageId: expect.any(String), ...MESSAGE, createdAtMs: expect.any(Number) },
  ]);
  expect(await listInbox(migrated.database)).toHaveLength(2);
});
