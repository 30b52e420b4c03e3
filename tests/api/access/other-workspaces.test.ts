import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  bodyAbout,
  type DescribedOperation,
  describedOperations,
  namesThing,
} from "../../support/described-operations";
import { type OwnWorkspace, ownWorkspace } from "../../support/own-workspace";
import { sharedProduct } from "../../support/product";

const { url, voiceId } = sharedProduct();
const TEXT = "Nobody else may know the lighthouse keeper's secret.";
const MADE_UP = "0123456789abcdefghjkmnpqrs";

let owner: OwnWorkspace;
let stranger: OwnWorkspace;
let operations: DescribedOperation[];
/** Path parameters that name something of the owner, and the same of nobody. */
let owned: Record<string, string>;
const madeUp: Record<string, string> = {
  history_item_id: `hist_${MADE_UP}`,
  archive_id: `arch_${MADE_UP}`,
  key_id: `key_${MADE_UP}`,
};
/** They answer which of the things they are told of they were done to. */
const DONE_TO_SOME = ["post /v1/history/delete", "post /v1/history/restore"];
/** What answers to others must never hold. */
let secrets: string[];

beforeAll(async () => {
  [owner, stranger] = [await ownWorkspace(), await ownWorkspace()];
  const spoken = await owner.call(`/v1/text-to-speech/${voiceId}`, { body: { text: TEXT } });
  await spoken.arrayBuffer();
  const historyItemId = spoken.headers.get("history-item-id")!;
  await vi.waitFor(async () => expect((await owner.call(`/v1/history/${historyItemId}`)).status).toBe(200), 10_000);
  const link = (await (await owner.call(`/v1/history/${historyItemId}/share-link`)).json()) as { share_id: string };
  const archive = (await (
    await owner.call("/v1/history-archives", { body: { history_item_ids: [historyItemId] } })
  ).json()) as Record<string, string>;
  const archiveId = archive.archive_id ?? archive.id ?? "";
  expect(archiveId).not.toBe("");
  const keys = (await (await owner.call("/v1/user/api-keys")).json()) as { api_keys: { key_id: string }[] };
  const user = (await (await owner.call("/v1/user")).json()) as { user_id: string; workspace_id: string };
  owned = { history_item_id: historyItemId, archive_id: archiveId, key_id: keys.api_keys[0]!.key_id };
  secrets = [
    TEXT,
    historyItemId,
    archiveId,
    owned.key_id!,
    link.share_id,
    user.user_id,
    user.workspace_id,
    owner.apiKey,
  ];
  operations = await describedOperations(url);
});

async function ask(operation: DescribedOperation, ids: Record<string, string>) {
  const response = await stranger.call(operation.address(ids), {
    method: operation.method,
    body: bodyAbout(operation, ids),
  });
  const requestId = response.headers.get("request-id") ?? "";
  let body = (await response.text()).replaceAll(requestId, "");
  for (const [name, id] of Object.entries(ids)) body = body.replaceAll(id, name);
  return { status: response.status, body };
}

describe("with a key of another workspace", () => {
  it("what somebody owns answers exactly as what never was, and stays as it is", async () => {
    const asked: string[] = [];
    for (const operation of operations.filter((operation) => namesThing(operation, madeUp))) {
      const foreign = await ask(operation, owned);
      const unknown = await ask(operation, madeUp);
      expect(foreign, operation.name).toEqual(unknown);
      if (DONE_TO_SOME.includes(operation.name)) expect(foreign.body, operation.name).toMatch(/^\{"\w+_ids":\[\]\}$/);
      else expect(foreign.status, `${operation.name} ${foreign.body}`).toBeGreaterThanOrEqual(400);
      expect(foreign.status, operation.name).toBeLessThan(500);
      asked.push(operation.name);
    }
    expect(asked.length).toBeGreaterThan(12);
    expect((await owner.call(`/v1/history/${owned.history_item_id}`)).status).toBe(200);
    expect((await owner.call(`/v1/history/${owned.history_item_id}/share-link`)).status).toBe(200);
    expect((await owner.call("/v1/user")).status).toBe(200);
  });

  it("no list and no search holds anything of the owner", async () => {
    const lists = operations.filter(({ method, pathParameters }) => method === "GET" && pathParameters.length === 0);
    for (const operation of lists) {
      const { body } = await ask(operation, {});
      for (const secret of secrets) expect(body, operation.name).not.toContain(secret);
    }
    const found = await stranger.call(`/v1/history?search=${encodeURIComponent("lighthouse")}`);
    expect(await found.json()).toMatchObject({ history: [] });
  });
});
