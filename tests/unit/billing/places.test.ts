import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBillingService } from "../../../app/domains/billing/service";
import { type MigratedDatabase, openMigratedDatabase } from "../../support/migrated-database";

const WORKSPACE = "ws_places";
let opened: MigratedDatabase;

beforeAll(async () => {
  opened = await openMigratedDatabase();
  await opened.addWorkspace(WORKSPACE);
});
afterAll(() => opened.close());

describe("places for requests at a time", () => {
  const taken: { max: number; key: string }[] = [];
  const withSlots = (granted: boolean) =>
    createBillingService({
      database: opened.database,
      events: { publish: async () => undefined },
      slots: {
        async acquire(_workspaceId, { key, max }) {
          taken.push({ key, max });
          return { granted, current: granted ? 1 : max };
        },
        release: async () => undefined,
      },
      waitUntil: () => undefined,
      nowMs: () => Date.UTC(2026, 0, 31, 12),
    });

  it("are as many as the plan has for the model's group, and told in headers", async () => {
    const slot = await withSlots(true).takeSpeechSlot({ requestId: "c1", workspaceId: WORKSPACE, group: "flash" });
    expect(slot.headers).toEqual({ "current-concurrent-requests": "1", "maximum-concurrent-requests": "4" });
    expect(taken.at(-1)).toEqual({ key: "flash", max: 4 });
  });

  it("are refused with 429, both numbers and a time to wait when all are taken", async () => {
    const refused = withSlots(false).takeSpeechSlot({
      requestId: "c2",
      workspaceId: WORKSPACE,
      group: "multilingual",
    });
    await expect(refused).rejects.toMatchObject({
      code: "too_many_concurrent_requests",
      status: 429,
      options: {
        retryAfterSeconds: 1,
        headers: { "current-concurrent-requests": "2", "maximum-concurrent-requests": "2" },
      },
    });
  });
});
