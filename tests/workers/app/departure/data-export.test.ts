import { env } from "cloudflare:test";
import { eq, getTableName } from "drizzle-orm";
import { unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { TABLES_OF_PEOPLE, tableOf } from "../../../../app/domains/accounts/departure/erasure-rules";
import { audioFiles, dataExports, historyItems, sharePlays, shares } from "../../../../db/schema";
import type { Steps } from "../../../../workers/app/jobs/archive-steps";
import { makeDataExport } from "../../../../workers/app/jobs/data-export-steps";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";
import { fillTables } from "./fill-tables";

const services = servicesForTest(env);
const { database } = services;
const { dataExport } = services.accounts;
let person: TestCaller;
let people = 0;
let mark: string;
class Crash extends Error {}

const NOT_EXPORTED = [
  // Codes and tokens that open something, and challenges that were given for a moment.
  ...[
    "actionCodes",
    "singleUseTokens",
    "pendingSignIns",
    "factorCodes",
    "backupCodes",
    "passkeyChallenges",
    "ssoRequests",
  ],
  // Of these the zip says that they are there, and since when; their texts are secrets or numbers.
  ...["totpFactors", "smsFactors", "users", "workspaceMembers"],
  // Copies of what the zip holds, and the zip itself.
  ...["historyArchives", "dataExports"],
  // Gone within days, or not there in production.
  ...["accountDeletions", "mailboxMessages", "smsInboxMessages", "failedJobs"],
];

/** Remembers the results of steps as the engine does, so that a second run goes on where the first one crashed. */
function engine(crashBefore?: string): Steps {
  const results = new Map<string, unknown>();
  let crash = crashBefore;
  return {
    do: async (name: string, _options: unknown, run: () => Promise<unknown>) => {
      if (name === crash) {
        crash = undefined;
        throw new Crash();
      }
      if (!results.has(name)) results.set(name, structuredClone(await run()));
      return results.get(name);
    },
  } as unknown as Steps;
}

const surroundings = () => ({ exports: dataExport, database, storage: env.STORAGE });

/** An export that nobody is at yet. */
async function queued(): Promise<string> {
  const id = `exp_test${++people}`;
  const { userId, workspaceId } = person;
  const times = { createdAtMs: Date.now(), expiresAtMs: Date.now() + 60_000 };
  await database.insert(dataExports).values({ id, userId, workspaceId, state: "queued", ...times });
  return id;
}

async function filesOf(exportId: string): Promise<Record<string, Uint8Array>> {
  const { file } = await dataExport.open(person.userId, exportId);
  return unzipSync(await file.bytes());
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

beforeEach(async () => {
  person = await signUpForTest(env);
  mark = `export${++people}x`;
  await fillTables(database, { ...person, mark, phone: `+1666000${people}` });
  const audioKey = `workspaces/${person.workspaceId}/audio/a.mp3`;
  await database.update(audioFiles).set({ audioKey }).where(eq(audioFiles.workspaceId, person.workspaceId));
  const json = { settings: "{}", dialogue: null, feedback: null };
  await database.update(historyItems).set(json).where(eq(historyItems.workspaceId, person.workspaceId));
  await env.STORAGE.put(audioKey, "a sound");
});

describe("the zip of a person's data", () => {
  it("holds what is kept about them, their sounds, and neither hashes nor secrets", async () => {
    const id = await queued();
    await makeDataExport(engine(), id, surroundings());
    const files = await filesOf(id);
    expect(JSON.parse(textOf(files["profile.json"]))).toMatchObject({ email: person.email });
    const [item] = JSON.parse(textOf(files["history.json"])) as { audio: { file: string } }[];
    expect(textOf(files[item!.audio.file])).toBe("a sound");
    for (const name of ["sessions", "api-keys", "usage", "shares", "security-events", "settings", "support-access"]) {
      expect(JSON.parse(textOf(files[`${name}.json`]))).toBeTruthy();
    }
    const all = Object.values(files).map(textOf).join("\n");
    expect(all).not.toMatch(/hash|sealed|secret|public_key/i);
    expect(all).not.toContain(person.apiKey);
  });

  it("leaves out of a person's tables only what is listed here with its reason", async () => {
    const id = await queued();
    await makeDataExport(engine(), id, surroundings());
    const all = Object.values(await filesOf(id))
      .map(textOf)
      .join("\n");
    const missing = TABLES_OF_PEOPLE.filter((name) => !all.includes(`${mark}_${getTableName(tableOf(name))}`));
    expect(missing.sort()).toEqual([...NOT_EXPORTED].sort());
  });

  it.each(["begin", "zip", "finish"])("is made after a crash before the step '%s'", async (name) => {
    const id = await queued();
    const step = engine(name);
    // The engine runs the whole again; a step that failed for good would mark the export.
    const first = await makeDataExport(step, id, {
      ...surroundings(),
      exports: { ...dataExport, failWork: async () => {} },
    }).catch((error: unknown) => error);
    expect(first).toBeInstanceOf(Crash);
    await makeDataExport(step, id, surroundings());
    expect(Object.keys(await filesOf(id))).toContain("history.json");
  });

  it("is not made, and leaves nothing, when it is cancelled before, while it is packed, or just before its end", async () => {
    const early = await queued();
    await dataExport.cancel(person.userId, early);
    await makeDataExport(engine(), early, surroundings());
    const middle = await queued();
    const cancelling = {
      ...dataExport,
      reportProgress: async (id: string, progress: number) => {
        await dataExport.cancel(person.userId, id);
        return dataExport.reportProgress(id, progress);
      },
    };
    await makeDataExport(engine(), middle, { ...surroundings(), exports: cancelling });
    const late = await queued();
    const lateCancelling = {
      ...dataExport,
      finishWork: async (id: string, key: string, bytes: number) => {
        await dataExport.cancel(person.userId, id);
        return dataExport.finishWork(id, key, bytes);
      },
    };
    await makeDataExport(engine(), late, { ...surroundings(), exports: lateCancelling });
    for (const id of [early, middle, late]) {
      await expect(dataExport.open(person.userId, id)).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await env.STORAGE.list({ prefix: `exports/${person.userId}/` })).objects).toEqual([]);
  });

  it("says which sounds could not be read", async () => {
    await env.STORAGE.delete(`workspaces/${person.workspaceId}/audio/a.mp3`);
    const id = await queued();
    await makeDataExport(engine(), id, surroundings());
    const files = await filesOf(id);
    expect(textOf(files["not-included.txt"])).toContain("history_items");
  });

  it("is not packed for somebody who has closed their account", async () => {
    const id = await queued();
    await services.accounts.departure.close({ userId: person.userId }, { address: "192.0.2.8", userAgent: "" });
    await makeDataExport(engine(), id, surroundings());
    await services.accounts.departure.keep({ userId: person.userId }, { address: "192.0.2.8", userAgent: "" });
    expect((await dataExport.list(person.userId)).find(({ exportId }) => exportId === id)?.state).toBe("cancelled");
  });

  it("shows shares, but not who listened", async () => {
    const id = await queued();
    await database
      .insert(sharePlays)
      .values({ shareId: "s", day: "2026-01-01", visitor: "a-visitor" })
      .onConflictDoNothing();
    await makeDataExport(engine(), id, surroundings());
    const files = await filesOf(id);
    expect(JSON.parse(textOf(files["shares.json"]))).toHaveLength(
      (await database.select().from(shares).where(eq(shares.userId, person.userId))).length,
    );
    expect(Object.values(files).map(textOf).join()).not.toContain("a-visitor");
  });
});
