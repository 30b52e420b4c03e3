import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createApi } from "../../../../workers/app/api/router";
import { apiContextForTest } from "../../../support/api-context";
import { networkOfFile } from "../../../support/network-of-file";
import { signUpForTest } from "../../../support/test-caller";

const api = createApi();

function post(path: string, body: unknown, apiKey?: string): Promise<Response> {
  const headers = {
    ...networkOfFile(),
    "content-type": "application/json",
    ...(apiKey ? { "xi-api-key": apiKey } : {}),
  };
  return api(
    new Request(`http://localhost${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
    apiContextForTest(env),
  );
}

describe.each([
  ["/v1/history/delete", "deleted_history_item_ids"],
  ["/v1/history/restore", "restored_history_item_ids"],
])("POST %s", (path, field) => {
  it("answers what it was done to: of ids that are unknown, none", async () => {
    const { apiKey } = await signUpForTest(env);
    const response = await post(path, { history_item_ids: ["hist_unknown"] }, apiKey);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ [field]: [] });
  });

  it("is refused for strangers, without ids, with more than 500, and with what is no list of them", async () => {
    const { apiKey } = await signUpForTest(env);
    expect((await post(path, { history_item_ids: ["hist_a"] })).status).toBe(401);
    const tooMany = Array.from({ length: 501 }, (_, i) => `hist_${i}`);
    for (const ids of [[], tooMany, "hist_a", [1], undefined, ["x".repeat(101)]])
      expect((await post(path, { history_item_ids: ids }, apiKey)).status, JSON.stringify(ids)?.slice(0, 20)).toBe(422);
  });
});
