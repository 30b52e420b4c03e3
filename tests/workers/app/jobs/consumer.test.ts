import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { databaseOver, embeddedClient } from "../../../../db/client";
import { completedJobs, failedJobs } from "../../../../db/schema";
import { handleJobs, retryDelaySeconds, runScheduled } from "../../../../workers/app/jobs/consumer";
import { enqueue, type Job } from "../../../../workers/app/jobs/job";
import type { JobServices } from "../../../../workers/app/jobs/ports";

const mail: Job = {
  id: "job_mail",
  type: "send_mail",
  message: {
    to: "someone@example.com",
    subject: "Hello",
    text: "https://example.com/?code=secret",
    html: "<p>secret</p>",
  },
};
const purge: Job = { id: "job_purge", type: "purge_history" };

let services: JobServices;
let calls: string[];
/** Parts of the services that fail when called. */
let broken: Set<string>;

beforeEach(async () => {
  calls = [];
  broken = new Set();
  const call = async (name: string) => {
    calls.push(name);
    if (broken.has(name)) throw new Error(`${name} is broken`);
  };
  services = {
    database: databaseOver(embeddedClient(env.DATABASE, "jobs")),
    history: { purgeDeleted: () => call("purge"), renderForDownload: async () => null },
    mail: { deliver: (message, messageId) => call(`mail ${message.to} ${messageId}`) },
    billing: { sweep: () => call("billing") },
    accounts: {
      deleteExpired: () => call("accounts"),
      departure: { eraseDue: () => call("departures") },
      dataExport: { sweep: () => call("exports") },
    },
    archives: { sweep: () => call("archives") } as JobServices["archives"],
    sharing: { sweep: () => call("sharing") },
    analytics: { sweep: () => call("analytics") },
  };
  await services.database.batch([services.database.delete(failedJobs), services.database.delete(completedJobs)]);
});

/** Has the jobs handled and answers what the queue was told: message ids, with the seconds to wait for retries. */
async function handle(bodies: unknown[], { attempts = 1, queue = "parlando-jobs" } = {}) {
  const acked: string[] = [];
  const retried: [string, number | undefined][] = [];
  const messages = bodies.map((body, i) => ({
    id: `m${i}`,
    timestamp: new Date(1000),
    body,
    attempts,
    ack: () => acked.push(`m${i}`),
    retry: (options?: QueueRetryOptions) => retried.push([`m${i}`, options?.delaySeconds]),
  }));
  await handleJobs({ queue, messages } as unknown as MessageBatch, { services });
  return { acked, retried };
}

describe("the job consumer", () => {
  it("acknowledges what succeeds and has only the failing job tried again", async () => {
    broken.add("purge");
    expect(await handle([mail, purge])).toEqual({ acked: ["m0"], retried: [["m1", 5]] });
    expect(calls).toContain("mail someone@example.com job_mail");
  });

  it("waits longer before each further try, at most an hour", async () => {
    broken.add("purge");
    expect((await handle([purge], { attempts: 3 })).retried).toEqual([["m0", 20]]);
    expect([1, 2, 3, 4, 5, 30].map(retryDelaySeconds)).toEqual([5, 10, 20, 40, 80, 3600]);
  });

  it("delivers a mail once although the queue delivers its job twice", async () => {
    await handle([mail]);
    expect(await handle([mail])).toEqual({ acked: ["m0"], retried: [] });
    expect(calls).toEqual(["mail someone@example.com job_mail"]);
  });

  it("delivers a mail at a later try when the first one failed", async () => {
    broken.add("mail someone@example.com job_mail");
    await handle([mail]);
    broken.clear();
    expect((await handle([mail], { attempts: 2 })).acked).toEqual(["m0"]);
    expect(calls).toHaveLength(2);
  });

  it.each([[null], ["text"], [{ type: "unheard_of", id: "x" }], [{ type: "send_mail", id: "x" }]])(
    "records a message that is no job and does not try it again: %j",
    async (body) => {
      expect(await handle([body])).toEqual({ acked: ["m0"], retried: [] });
      expect(await services.database.select().from(failedJobs)).toMatchObject([
        { id: "m0", type: "unknown", body: JSON.stringify(body) },
      ]);
    },
  );
});

describe("the dead-letter consumer", () => {
  const queue = "parlando-jobs-dead";

  it("keeps the fact once, without the mail's text, although the message comes twice", async () => {
    for (let i = 0; i < 2; i++) expect((await handle([mail], { attempts: 6, queue })).acked).toEqual(["m0"]);
    const rows = await services.database.select().from(failedJobs);
    expect(rows).toEqual([
      {
        id: "job_mail",
        type: "send_mail",
        attempts: 6,
        failedAtMs: 1000,
        body: expect.stringContaining("someone@example.com"),
      },
    ]);
    expect(rows[0]!.body).not.toContain("secret");
    expect(calls).toEqual([]);
  });

  it("comes back to a message that it could not record", async () => {
    services.database = databaseOver(
      embeddedClient({
        idFromName: () => ({}),
        get: () => ({ execute: () => Promise.reject(new Error("down")) }),
      } as never),
    );
    expect(await handle([purge], { queue })).toEqual({ acked: [], retried: [["m0", 5]] });
  });
});

describe("putting a job on the queue", () => {
  it("checks it, numbers it and delays it within what queues take", async () => {
    const sent: unknown[] = [];
    const queue = { JOBS: { send: async (body: unknown, options: unknown) => void sent.push([body, options]) } };
    const id = await enqueue(queue as never, { type: "purge_history" }, { delaySeconds: 99_999 });
    expect(sent).toEqual([[{ type: "purge_history", id }, { delaySeconds: 43_200 }]]);
    await expect(enqueue(queue as never, { type: "send_mail" } as never)).rejects.toThrow();
  });
});

describe("the regular clean-up", () => {
  it("does every part although one fails", async () => {
    broken.add("billing");
    await runScheduled({ services });
    expect(calls.sort()).toEqual([
      ...["accounts", "analytics", "archives", "billing"],
      ...["departures", "exports", "purge", "sharing"],
    ]);
  });

  it("forgets completed and failed jobs after their time", async () => {
    const nowMs = 1_800_000_000_000;
    const daysAgo = (days: number) => nowMs - days * 86_400_000;
    await services.database.insert(completedJobs).values([
      { id: "old", completedAtMs: daysAgo(16) },
      { id: "new", completedAtMs: daysAgo(14) },
    ]);
    await services.database
      .insert(failedJobs)
      .values([91, 89].map((days) => ({ id: `${days}`, type: "t", body: "", attempts: 1, failedAtMs: daysAgo(days) })));
    await runScheduled({ services }, nowMs);
    expect((await services.database.select().from(completedJobs)).map(({ id }) => id)).toEqual(["new"]);
    expect((await services.database.select().from(failedJobs)).map(({ id }) => id)).toEqual(["89"]);
  });
});
