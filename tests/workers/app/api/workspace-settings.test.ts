import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { workspaceMembers } from "../../../../db/schema";
import { createApi } from "../../../../workers/app/api/router";
import { apiContextForTest } from "../../../support/api-context";
import { servicesForTest, signUpForTest } from "../../../support/test-caller";

const api = createApi();

async function call(apiKey: string, method: string, path: string) {
  const request = new Request(`http://localhost${path}`, { method, headers: { "xi-api-key": apiKey } });
  const response = await api(request, apiContextForTest(env));
  return { status: response.status, body: await response.json() };
}

describe("whether models may be trained on a workspace's content", () => {
  it("is read by all of its members, and said by its admins alone", async () => {
    const { apiKey, userId, workspaceId } = await signUpForTest(env);
    const stranger = await signUpForTest(env);
    expect((await call(apiKey, "PUT", "/v1/workspace/update-workspace?training_opt_out=true")).status).toBe(200);

    const { database } = servicesForTest(env);
    await database
      .update(workspaceMembers)
      .set({ role: "editor" })
      .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId)));
    const refused = await call(apiKey, "PUT", "/v1/workspace/update-workspace?training_opt_out=false");
    expect(refused).toMatchObject({ status: 403, body: { detail: { status: "insufficient_permissions" } } });
    expect((await call(apiKey, "GET", "/v1/workspace/training-opt-out")).body).toMatchObject({
      training_opt_out: { enabled: true },
      can_be_changed: false,
    });
    expect((await call(stranger.apiKey, "GET", "/v1/workspace/training-opt-out")).body).toEqual({
      training_opt_out: { enabled: false, timestamp: null },
      can_be_changed: true,
    });
    for (const [name, field] of [
      ["is-admin", "is_admin"],
      ["can-access-workspace-settings", "can_access_workspace_settings"],
    ] as const) {
      expect((await call(apiKey, "GET", `/v1/workspace/${name}`)).body).toEqual({ [field]: false });
      expect((await call(stranger.apiKey, "GET", `/v1/workspace/${name}`)).body).toEqual({ [field]: true });
    }
    // The features' own screen knows nothing of it.
    expect((await call(apiKey, "GET", "/v1/workspace/features")).body).not.toHaveProperty("training_opt_out");
  });
});
