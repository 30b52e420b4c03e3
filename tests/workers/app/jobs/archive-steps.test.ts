import { env } from "cloudflare:test";
import { unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { type Archive, createHistoryArchives } from "../../../../app/domains/history/archives";
import { AppError } from "../../../../app/lib/app-error";
import { databaseOver, embeddedClient } from "../../../../db/client";
import { type ArchiveSurroundings, makeArchive, type Steps } from "../../../../workers/app/jobs/archive-steps";
import { historyRow } from "../../../support/old-database";

const database = databaseOver(embeddedClient(env.DATABASE, "archives"));
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
let counter = 0;
let rendered: string[];
let told: string[];
/** What rendering an item does instead of answering a file. */
let renderings: Map<string, () => Promise<null>>;
let workspaceId: string;
let archives: ReturnType<typeof createHistoryArchives>;

/** Remembers the results of steps as the engine does, so that a second run goes on where the first one crashed. */
function engine(crashBefore?: string) {
  const results = new Map<string, unknown>();
  let crash = crashBefore;
  const step = {
    do: async (name: string, _options: unknown, run: () => Promise<unknown>) => {
      if (name === crash) {
        crash = undefined;
        throw new Crash();
      }
      if (!results.has(name)) results.set(name, structuredClone(await run()));
      return results.get(name);
    },
  } as unknown as Steps;
  return { step, results };
}
class Crash extends Error {}

const surroundings = (): ArchiveSurroundings => ({
  storage: env.STORAGE,
  services: {
    archives,
    history: {
      purgeDeleted: async () => undefined,
      renderForDownload: async (_workspaceId: string, id: string) => {
        rendered.push(id);
        const special = renderings.get(id);
        if (special) return special();
        const body = new TextEncoder().encode(`sound of ${id}`);
        return {
          name: "Clara ü.mp3",
          contentType: "audio/mpeg",
          length: body.byteLength,
          modifiedAtMs: 1_700_000_000_000,
          body,
        };
      },
    },
  },
});

async function createArchive(items: number): Promise<Archive> {
  const ids = Array.from({ length: items }, (_, i) => `hist_${workspaceId}_${String(i).padStart(3, "0")}`);
  await database.$client.batch(
    ids.flatMap((id) => historyRow({ id, workspaceId, text: "t", voiceName: "v", createdAtMs: 1 })),
  );
  return archives.createArchive({ workspaceId, userId: "user_a" }, ids, "mp3");
}

beforeEach(() => {
  workspaceId = `ws${++counter}`;
  rendered = [];
  told = [];
  renderings = new Map();
  archives = createHistoryArchives({
    database,
    storage: env.STORAGE,
    startWork: async () => undefined,
    archiveChanged: async ({ state, itemsDone }) => void told.push(`${state} ${itemsDone}`),
    nowMs: () => 1_800_000_000_000 + counter,
  });
});

async function stagedLeft(id: string): Promise<number> {
  return (await env.STORAGE.list({ prefix: `archives/${id}/` })).objects.length;
}

describe("making an archive", () => {
  it("puts every item into one zip under its own name and says how far it is", async () => {
    const archive = await createArchive(45);
    await makeArchive(engine().step, archive.id, surroundings());
    const { archive: done, file } = await archives.openArchive(workspaceId, archive.id);
    expect(done).toMatchObject({ state: "done", itemsDone: 45 });
    const files = unzipSync(await file.bytes());
    expect(Object.keys(files)).toHaveLength(45);
    expect(text(files["Clara ü.mp3"]!)).toBe(`sound of ${archive.itemIds[0]}`);
    expect(text(files["Clara ü_45.mp3"]!)).toBe(`sound of ${archive.itemIds[44]}`);
    expect(file.httpMetadata).toMatchObject({
      contentType: "application/zip",
      contentDisposition: expect.stringContaining("_history.zip"),
    });
    expect(told.filter((line) => line.startsWith("running")).slice(-1)).toEqual(["running 45"]);
    expect(told).toContain("running 20");
    expect(told.at(-1)).toBe("done 45");
    expect(await stagedLeft(archive.id)).toBe(0);
  });

  it("lists in the zip what could not be included", async () => {
    const archive = await createArchive(3);
    renderings.set(archive.itemIds[0]!, async () => null);
    renderings.set(archive.itemIds[1]!, () => Promise.reject(new AppError("invalid_request", 400, "Too long.")));
    await makeArchive(engine().step, archive.id, surroundings());
    const files = unzipSync(await (await archives.openArchive(workspaceId, archive.id)).file.bytes());
    expect(Object.keys(files)).toEqual(["Clara ü.mp3", "not-included.txt"]);
    expect(text(files["not-included.txt"]!)).toBe(`${archive.itemIds[0]}: deleted\n${archive.itemIds[1]}: Too long.\n`);
  });

  it.each(["files from 20", "zip", "finish"])(
    "goes on after a crash before the step '%s' without rendering anything twice",
    async (name) => {
      const archive = await createArchive(30);
      const steps = engine();
      const crashing = { ...steps.step, do: steps.step.do } as Steps;
      crashing.do = (async (step: string, ...rest: unknown[]) => {
        if (step === name || step === "fail" || step === "clean up") throw new Crash();
        return (steps.step.do as (...all: unknown[]) => unknown)(step, ...rest);
      }) as Steps["do"];
      await expect(makeArchive(crashing, archive.id, surroundings())).rejects.toThrow(Crash);
      await makeArchive(steps.step, archive.id, surroundings());
      expect(rendered.sort()).toEqual(archive.itemIds);
      expect((await archives.getArchive(workspaceId, archive.id)).state).toBe("done");
    },
  );

  it("does not render again what a step had stored before it crashed half-way", async () => {
    const archive = await createArchive(10);
    const last = archive.itemIds[9]!;
    renderings.set(last, () => Promise.reject(new Error("engine died")));
    const { step } = engine();
    const failing = {
      do: async (name: string, options: never, run: never) =>
        name === "fail" || name === "clean up" ? undefined : step.do(name, options, run),
    } as unknown as Steps;
    await expect(makeArchive(failing, archive.id, surroundings())).rejects.toThrow("engine died");
    renderings.clear();
    await makeArchive(step, archive.id, surroundings());
    expect(rendered).toEqual([...archive.itemIds, last]);
    expect((await archives.getArchive(workspaceId, archive.id)).state).toBe("done");
  });

  it("stops between steps when it is cancelled and leaves no files", async () => {
    const archive = await createArchive(45);
    renderings.set(archive.itemIds[25]!, async () => {
      await archives.cancelArchive(workspaceId, archive.id);
      return null;
    });
    await makeArchive(engine().step, archive.id, surroundings());
    expect(rendered).toHaveLength(40);
    expect(await archives.getArchive(workspaceId, archive.id)).toMatchObject({ state: "cancelled", archiveKey: null });
    expect(await stagedLeft(archive.id)).toBe(0);
    expect(told.at(-1)).toBe("cancelled 20");
  });

  it("says that it failed when every try did, and leaves no files", async () => {
    const archive = await createArchive(3);
    renderings.set(archive.itemIds[2]!, () => Promise.reject(new Error("engine died")));
    await expect(makeArchive(engine().step, archive.id, surroundings())).rejects.toThrow("engine died");
    expect(await archives.getArchive(workspaceId, archive.id)).toMatchObject({
      state: "failed",
      error: expect.stringContaining("could not be made"),
    });
    expect(await stagedLeft(archive.id)).toBe(0);
    await expect(archives.openArchive(workspaceId, archive.id)).rejects.toMatchObject({ status: 404 });
  });

  it("does nothing for an archive that was cancelled before it began", async () => {
    const archive = await createArchive(1);
    await archives.cancelArchive(workspaceId, archive.id);
    await makeArchive(engine().step, archive.id, surroundings());
    expect(rendered).toEqual([]);
  });
});

describe("archives of a workspace", () => {
  it("are refused for items that are not there, for none, and for an unknown format", async () => {
    const caller = { workspaceId, userId: "user_a" };
    await expect(archives.createArchive(caller, ["hist_nowhere"], "mp3")).rejects.toMatchObject({
      status: 404,
      userMessage: expect.stringContaining("hist_nowhere"),
    });
    await expect(archives.createArchive(caller, [], "mp3")).rejects.toMatchObject({ status: 400 });
    await expect(archives.createArchive(caller, ["x"], "mp9")).rejects.toMatchObject({ code: "invalid_output_format" });
  });

  it("are not seen, cancelled or fetched from another workspace", async () => {
    const archive = await createArchive(1);
    for (const attempt of [archives.getArchive, archives.cancelArchive, archives.openArchive]) {
      await expect(attempt("ws_stranger", archive.id)).rejects.toMatchObject({ status: 404 });
    }
    expect(await archives.listArchives("ws_stranger")).toEqual([]);
    expect((await archives.listArchives(workspaceId)).map(({ id }) => id)).toEqual([archive.id]);
  });

  it("say that they failed when their work could not be started", async () => {
    archives = createHistoryArchives({
      database,
      storage: env.STORAGE,
      startWork: () => Promise.reject(new Error("no workflows")),
      archiveChanged: async () => undefined,
      nowMs: () => 1,
    });
    await expect(createArchive(1)).rejects.toThrow("no workflows");
    expect(await archives.listArchives(workspaceId)).toMatchObject([{ state: "failed" }]);
  });

  it("are gone on with by the process after the one that left them, and no other", async () => {
    const left = await createArchive(1);
    const started: string[] = [];
    const next = createHistoryArchives({
      database,
      storage: env.STORAGE,
      startWork: async (id) => void started.push(id),
      archiveChanged: async () => undefined,
      nowMs: () => left.createdAtMs + 10,
      servingSinceMs: left.createdAtMs + 5,
    });
    const own = await next.createArchive({ workspaceId, userId: "user_a" }, left.itemIds, "mp3");
    await next.sweep();
    expect(started.filter((id) => [left.id, own.id].includes(id))).toEqual([own.id, left.id]);
    await next.failWork(left.id);
    await next.failWork(own.id);
    await next.sweep();
    expect(started.filter((id) => id === left.id)).toHaveLength(1);
  });

  it("go after a week with their files, and are given up after a day without an end", async () => {
    const old = await createArchive(1);
    await makeArchive(engine().step, old.id, surroundings());
    const stuck = await archives.createArchive({ workspaceId, userId: "user_a" }, old.itemIds, "mp3");
    const at = (nowMs: number) =>
      createHistoryArchives({
        database,
        storage: env.STORAGE,
        startWork: async () => undefined,
        archiveChanged: async () => undefined,
        nowMs: () => nowMs,
      });
    await at(old.createdAtMs + 86_400_001).sweep();
    expect((await archives.getArchive(workspaceId, stuck.id)).state).toBe("failed");
    await at(old.createdAtMs + 7 * 86_400_001).sweep();
    expect(await archives.listArchives(workspaceId)).toEqual([]);
    expect(await env.STORAGE.head(`archives/${old.id}.zip`)).toBeNull();
  });
});
