import { env, SELF } from "cloudflare:test";
import type { InStatement, ResultSet } from "@libsql/client/web";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { dataExports, historyArchives } from "../../../../db/schema";
import { createApi } from "../../../../workers/app/api/router";
import { apiContextForTest } from "../../../support/api-context";
import {
  bodyAbout,
  type DescribedOperation,
  describedOperations,
  namesThing,
} from "../../../support/described-operations";
import { networkOfFile } from "../../../support/network-of-file";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";
import { addSharedItem } from "../sharing/shared-item";

const MADE_UP = "0123456789abcdefghjkmnpqrs";

const api = createApi();
/** What was called on the storage since it was last emptied. */
const storageCalls: string[] = [];
/**
 * Bindings whose database client and storage are used by nobody else: the runtime is shared, and what an earlier delete has
 * put off may be due now.
 */
const watched: typeof env = {
  ...env,
  DATABASE: {
    idFromName: (name: string) => env.DATABASE.idFromName(name),
    get: (id: DurableObjectId) => env.DATABASE.get(id),
  } as typeof env.DATABASE,
  STORAGE: new Proxy(env.STORAGE, {
    get(storage, method) {
      const called = Reflect.get(storage, method) as (...values: unknown[]) => unknown;
      return (...values: unknown[]) => {
        storageCalls.push(`storage ${String(method)}`);
        return called.apply(storage, values);
      };
    },
  }),
};
const services = servicesForTest(env);
const { database } = servicesForTest(watched);
let stranger: TestCaller;
let operations: DescribedOperation[];
/** Things of another workspace, and the same of nobody. */
let foreign: Record<string, string>;
const unknown: Record<string, string> = {
  history_item_id: `hist_${MADE_UP}`,
  archive_id: `arch_${MADE_UP}`,
  data_export_id: `exp_${MADE_UP}`,
  key_id: `key_${MADE_UP}`,
};

beforeAll(async () => {
  const owner = await signUpForTest(env);
  stranger = await signUpForTest(env);
  const { userId, workspaceId } = owner;
  const mark = workspaceId.slice(-12);
  foreign = {
    history_item_id: await addSharedItem(services, env, owner),
    archive_id: `arch_${mark}`,
    data_export_id: `exp_${mark}`,
    key_id: (await services.accounts.listApiKeys(owner))[0]!.apiKeyId,
  };
  const file = `workspaces/${workspaceId}/${mark}`;
  await env.STORAGE.put(file, "bytes");
  const nowMs = Date.now();
  const done = { state: "done", workspaceId, userId, createdAtMs: nowMs } as const;
  await services.database.batch([
    services.database
      .insert(historyArchives)
      .values({ ...done, id: foreign.archive_id!, itemIds: "[]", outputFormat: "mp3", archiveKey: file }),
    services.database
      .insert(dataExports)
      .values({ ...done, id: foreign.data_export_id!, storageKey: file, sizeBytes: 5, expiresAtMs: nowMs + 1e9 }),
  ]);
  operations = (await describedOperations("http://localhost", (address) => SELF.fetch(address))).filter((operation) =>
    namesThing(operation, unknown),
  );
});
afterEach(() => vi.restoreAllMocks());

/** A request's answer, the database's statements each with how many rows it gave, and the calls of the storage. */
async function ask(operation: DescribedOperation, ids: Record<string, string>) {
  const done: Promise<string>[] = [];
  const note = (statement: InStatement | [string, unknown?], results: Promise<ResultSet>) => {
    const sql = typeof statement === "string" ? statement : Array.isArray(statement) ? statement[0] : statement.sql;
    done.push(results.then(({ rows, rowsAffected }) => `${sql}: ${rows.length} rows, ${rowsAffected} changed`));
  };
  const { batch } = database.$client;
  const execute = database.$client.execute as (statement: InStatement) => Promise<ResultSet>;
  vi.spyOn(database.$client, "execute").mockImplementation((...[statement]: [InStatement]) => {
    const result = execute.call(database.$client, statement);
    note(statement, result);
    return result;
  });
  vi.spyOn(database.$client, "batch").mockImplementation((statements, mode) => {
    const results = batch.call(database.$client, statements, mode);
    for (const [n, statement] of statements.entries())
      note(
        statement,
        results.then((all) => all[n]!),
      );
    return results;
  });
  storageCalls.length = 0;
  const body = bodyAbout(operation, ids);
  const request = new Request(`http://localhost${operation.address(ids)}`, {
    method: operation.method,
    headers: { "xi-api-key": stranger.apiKey, "content-type": "application/json", ...networkOfFile() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await api(request, apiContextForTest(watched));
  await response.arrayBuffer();
  vi.restoreAllMocks();
  return { status: response.status, done: [...(await Promise.all(done)), ...storageCalls] };
}

describe("a refusal of what another workspace owns", () => {
  it("costs what a refusal of what never was costs, so its time tells nobody which of the two it is", async () => {
    for (const operation of operations) {
      // The first use of a key is noted, whatever is asked.
      await ask(operation, unknown);
      const { status, done } = await ask(operation, foreign);
      expect(done.length, operation.name).toBeGreaterThan(0);
      expect({ status, done }, operation.name).toEqual(await ask(operation, unknown));
    }
    expect(operations.length).toBeGreaterThan(12);
  });
});
