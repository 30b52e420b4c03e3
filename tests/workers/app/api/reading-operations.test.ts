import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { sha256Hex } from "../../../../app/domains/accounts/secrets";
import { dataExports, historyArchives, shareVideos } from "../../../../db/schema";
import { endpoints } from "../../../../workers/app/api/endpoint-table";
import { createApi } from "../../../../workers/app/api/router";
import { apiContextForTest } from "../../../support/api-context";
import { networkOfFile } from "../../../support/network-of-file";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";
import { schemaTables } from "../departure/fill-tables";
import { addSharedItem } from "../sharing/shared-item";

const api = createApi();
const services = servicesForTest(env);
const { database } = services;
let owner: TestCaller;
let authorization: string;
let ids: Record<string, string>;

const gets = endpoints.filter(({ method }) => method === "get");
const named = (rows: typeof gets) => rows.map((row) => [row.path, row] as const);
const SOCKETS = [
  "/v1/text-to-speech/:voice_id/stream-input",
  "/v1/text-to-speech/:voice_id/multi-stream-input",
  "/v1/realtime",
];
/** What is drawn to be looked at, by the workspace alone, is kept for the next look. */
const KEPT: Readonly<Record<string, string[]>> = { "/v1/history/:history_item_id/video-preview": ["shareCards"] };

beforeAll(async () => {
  owner = await signUpForTest(env);
  const { userId, workspaceId } = owner;
  await services.workspaces.switchFeatures(workspaceId, { text_to_speech_video: true });
  const outcome = await services.accounts.signIn(owner, { address: "192.0.2.78", userAgent: "" });
  if (outcome.kind !== "signed_in") throw new Error("not signed in");
  const { token } = await services.accounts.mintToken((await services.accounts.findSignedIn(outcome.sessionSecret))!);
  authorization = `Bearer ${token}`;
  const mark = (await sha256Hex(workspaceId)).slice(0, 12);
  const itemId = await addSharedItem(services, env, owner);
  ids = {
    history_item_id: itemId,
    voice_id: services.voices.listPremade()[0]!.speaker.voiceId,
    archive_id: `arch_${mark}`,
    data_export_id: `exp_${mark}`,
  };
  const file = `workspaces/${workspaceId}/${mark}`;
  await env.STORAGE.put(file, "bytes");
  const nowMs = Date.now();
  const done = { state: "done", workspaceId, createdAtMs: nowMs } as const;
  await database.batch([
    database
      .insert(historyArchives)
      .values({ ...done, id: ids.archive_id!, userId, itemIds: "[]", outputFormat: "mp3", archiveKey: file }),
    database
      .insert(dataExports)
      .values({ ...done, id: ids.data_export_id!, userId, storageKey: file, sizeBytes: 5, expiresAtMs: nowMs + 1e9 }),
    database.insert(shareVideos).values({
      ...{ ...done, id: `vid_${mark}`, historyItemId: itemId, theme: "colour", shape: "square" },
      ...{ fingerprint: mark, videoKey: file, bytes: 5, updatedAtMs: nowMs },
    }),
  ]);
  // What comes with the first use of an account, whatever is called.
  await services.billing.getSubscription(workspaceId);
});

const call = (path: string) => {
  const address = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "unknown");
  const url = `http://localhost${address}?email=${encodeURIComponent(owner.email)}`;
  const request = new Request(url, { headers: { authorization, ...networkOfFile() } });
  return api(request, apiContextForTest(env));
};

/** The rows about the owner, table by table, without the time of use that all calls note. */
async function rowsOfOwner(): Promise<Record<string, string>> {
  const { userId, workspaceId, email } = owner;
  const marks = [userId, workspaceId, email, ...Object.values(ids)];
  const found: Record<string, string> = {};
  for (const [name, table] of schemaTables()) {
    const rows = (await database.select().from(table)).map((row) => JSON.stringify({ ...row, lastSeenAtMs: 0 }));
    found[name] = rows
      .filter((row) => marks.some((mark) => row.includes(mark)))
      .sort()
      .join("\n");
  }
  return found;
}

async function changedBy(path: string): Promise<{ status: number; changed: string[] }> {
  const before = await rowsOfOwner();
  const response = await call(path);
  await response.arrayBuffer();
  const after = await rowsOfOwner();
  return { status: response.status, changed: Object.keys(after).filter((name) => after[name] !== before[name]) };
}

describe("an operation that says GET", () => {
  it.each(named(gets.filter(({ path, findMade }) => !SOCKETS.includes(path) && !findMade)))(
    "leaves everything as it was: %s",
    async (path) => {
      expect(await changedBy(path)).toEqual({ status: 200, changed: KEPT[path] ?? [] });
    },
  );

  it.each(named(gets.filter(({ findMade }) => findMade)))(
    "makes something once, where its row of the table says so: %s",
    async (path) => {
      const first = await changedBy(path);
      expect(first.status).toBe(200);
      expect(first.changed).toHaveLength(1);
      expect(await changedBy(path)).toEqual({ status: 200, changed: [] });
    },
  );
});

it("is asked for with GET alone that an operation finds what was made before", () => {
  expect(endpoints.filter(({ method, findMade }) => findMade && method !== "get")).toEqual([]);
});
