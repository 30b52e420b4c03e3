import { expect, it } from "vitest";
import { sharedProduct } from "../../support/product";
import { newestLinkFor, Visitor } from "../../support/visitor";

const { url, voiceId } = sharedProduct();
const PASSWORD = "Correct horse 7!";

/** Calls with a key; answers the status and what was said. */
async function call(key: string, method: string, path: string, body: object) {
  const answer = await fetch(url + path, {
    method,
    headers: { "xi-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const isJson = answer.headers.get("content-type")?.includes("json");
  return { status: answer.status, said: isJson ? await answer.json() : await answer.arrayBuffer() };
}

it("a key with a limit of credits gets no more of them by any call, and deletes no key that may do more", async () => {
  const visitor = new Visitor(url);
  const email = `limited-${process.pid}-${Date.now()}@example.com`;
  await visitor.submit("/app/sign-up", { email, password: PASSWORD });
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
  await visitor.submit("/app/sign-in", { email, password: PASSWORD });
  const { html } = await visitor.submit("/app/settings/api-keys", { intent: "create", name: "full" });
  const full = /value="(sk_[0-9a-f]{48})"/.exec(html)![1]!;
  const make = async (fields: object) =>
    (await call(full, "POST", "/v1/user/create-api-key", { name: "made", ...fields })).said as {
      xi_api_key: string;
      key_id: string;
    };
  const limited = await make({ character_limit: 10 });
  const writer = await make({ permissions: ["user_write"] });
  const other = await make({});

  const edit = (fields: object) =>
    call(limited.xi_api_key, "POST", "/v1/user/edit-api-key", { key_id: limited.key_id, ...fields });
  for (const character_limit of [null, 100_000])
    expect(await edit({ character_limit, permissions: "all" })).toMatchObject({
      status: 403,
      said: { detail: { status: "missing_permissions" } },
    });
  const child = await call(limited.xi_api_key, "POST", "/v1/user/create-api-key", { name: "child" });
  expect(child.said).toMatchObject({ detail: { message: "A key with a limit of credits can make no other key." } });
  const text = "This is longer than ten characters, surely.";
  expect(await call(limited.xi_api_key, "POST", `/v1/text-to-speech/${voiceId}`, { text })).toMatchObject({
    said: { detail: { status: "quota_exceeded" } },
  });

  const remove = (key_id: string) => call(writer.xi_api_key, "DELETE", "/v1/user/delete-api-key", { key_id });
  expect((await remove(other.key_id)).status).toBe(403);
  expect((await call(other.xi_api_key, "DELETE", "/v1/user/delete-api-key", { key_id: limited.key_id })).status).toBe(
    200,
  );
  expect((await remove(writer.key_id)).status).toBe(200);
  expect((await remove(other.key_id)).status).toBe(401);
});
