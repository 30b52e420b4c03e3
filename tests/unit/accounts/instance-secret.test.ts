import { afterEach, beforeEach, expect, it } from "vitest";
import type { Variables } from "../../../workers/app/env";
import { freshCopy } from "../../support/fresh-copy";
import { type MigratedDatabase, openMigratedDatabase } from "../../support/migrated-database";

let opened: MigratedDatabase;
beforeEach(async () => {
  opened = await openMigratedDatabase();
});
afterEach(() => opened.close());

/** As another process would: with nothing remembered. */
async function secretOf(variables: Partial<Variables>): Promise<string> {
  const { instanceSecret } = await freshCopy<typeof import("../../../workers/app/instance-secret")>(
    "workers/app/instance-secret.ts",
  );
  return instanceSecret(opened.database, variables as Variables);
}

it("is made once and kept, also when two processes start together", async () => {
  const [first, second] = await Promise.all([
    secretOf({ APP_ENV: "development" }),
    secretOf({ APP_ENV: "development" }),
  ]);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
  expect(await secretOf({ APP_ENV: "development" })).toBe(first);
});

it("is the configured one where there is one", async () => {
  const SESSION_SECRET = "configured, and longer than thirty-two characters";
  expect(await secretOf({ APP_ENV: "production", SESSION_SECRET })).toBe(SESSION_SECRET);
});

it("is never made up in production", async () => {
  await expect(secretOf({ APP_ENV: "production" })).rejects.toThrow("SESSION_SECRET");
});
