import { expect, it } from "vitest";
import { sdkClient } from "../support/sdk-client";

const client = sdkClient();

it("the official client gets the user and their subscription", async () => {
  const user = await client.user.get();
  expect(user.userId).toMatch(/^user_/);
  expect(user.subscription.characterLimit).toBeGreaterThan(0);
  const subscription = await client.user.subscription.get();
  expect(subscription).toMatchObject({ tier: user.subscription.tier, hasOpenInvoices: false, openInvoices: [] });
  expect(subscription.nextCharacterCountResetUnix! * 1000).toBeGreaterThan(Date.now());
});

it("the official client makes a single-use token", async () => {
  const { token } = await client.tokens.singleUse.create("tts_websocket");
  expect(token).toMatch(/^sutkn_/);
});
