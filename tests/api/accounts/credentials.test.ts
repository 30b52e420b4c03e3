import { describe, expect, it } from "vitest";
import { sharedProduct } from "../../support/product";
import { Visitor } from "../../support/visitor";

const { url, email, password, apiKey } = sharedProduct();

async function signIn(): Promise<Visitor> {
  const visitor = new Visitor(url);
  expect((await visitor.submit("/app/sign-in", { email, password })).status).toBe(302);
  return visitor;
}
const identityToken = async (visitor: Visitor): Promise<string> => {
  const { html } = await visitor.get("/app/identity-token", { "x-parlando-request": "identity-token" });
  return (JSON.parse(html) as { token: string }).token;
};
const callApi = (headers: Record<string, string>) => fetch(`${url}/v1/user`, { headers });

describe("the API", () => {
  it("takes a key in either header, and an identity token as bearer", async () => {
    const token = await identityToken(await signIn());
    expect((await callApi({ "xi-api-key": apiKey })).status).toBe(200);
    expect((await callApi({ authorization: `Bearer ${apiKey}` })).status).toBe(200);
    expect((await callApi({ authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it("takes no cookie", async () => {
    const visitor = await signIn();
    const answer = await visitor.get("/v1/user");
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.html)).toMatchObject({ detail: { status: "needs_authorization" } });
  });

  it("refuses a token the moment its session is signed out", async () => {
    const visitor = await signIn();
    const token = await identityToken(visitor);
    const csrf = /name="csrf" value="([0-9a-f]+)"/.exec((await visitor.get("/app/settings/api-keys")).html)![1]!;
    await visitor.post("/app/sign-out", { csrf });
    const answer = await callApi({ authorization: `Bearer ${token}` });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ detail: { status: "invalid_api_key" } });
  });
});

describe.each(["/app/identity-token", "/app/captcha"])("%s, which scripts read", (path) => {
  it("answers in the same form when something is sent to it", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      const answer = await fetch(url + path, { method, headers: { origin: url } });
      expect([answer.status, answer.headers.get("allow"), answer.headers.get("cache-control")]).toEqual([
        405,
        "GET, HEAD",
        "no-store",
      ]);
      const detail = { status: "method_not_allowed", message: "This address answers GET only." };
      expect(await answer.json()).toEqual({ detail });
    }
  });

  it("refuses what comes from another site in that form, too", async () => {
    const answer = await fetch(url + path, {
      headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ detail: { status: "forbidden" } });
  });
});

it("an identity token is for whoever is signed in", async () => {
  const answer = await fetch(`${url}/app/identity-token`, { headers: { "x-parlando-request": "identity-token" } });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ detail: { status: "needs_authorization", message: "You are signed out." } });
});

describe("API keys on their page, without scripts", () => {
  const PATH = "/app/settings/api-keys";

  it("are shown once, work, get another name, and stop working when they are deleted", async () => {
    const visitor = await signIn();
    const name = `Robot ${Date.now()}`;
    const created = await visitor.submit(PATH, { intent: "create", name });
    const key = /value="(sk_[0-9a-f]{48})"/.exec(created.html)![1]!;
    expect((await callApi({ "xi-api-key": key })).status).toBe(200);

    const list = await visitor.get(PATH);
    expect(list.html).not.toContain(key);
    expect(list.html).toContain(`sk_…<!-- -->${key.slice(-4)}`);
    const button = new RegExp(`<button [^>]*aria-label="Edit ${name}"[^>]*>`).exec(list.html)![0];
    expect(button).toContain('name="edit"');
    const apiKeyId = /value="(key_\w+)"/.exec(button)![1]!;

    await visitor.submit(`${PATH}?edit=${apiKeyId}`, {
      intent: "edit",
      api_key_id: apiKeyId,
      name: `${name} the second`,
    });
    expect((await visitor.get(PATH)).html).toContain(`${name} the second`);

    const asked = await visitor.get(`${PATH}?delete=${apiKeyId}`);
    expect(asked.html).toContain("Programs that use this key stop working at once.");
    await visitor.submit(PATH, { intent: "delete", api_key_id: apiKeyId });
    expect((await visitor.get(PATH)).html).not.toContain(name);
    expect((await callApi({ "xi-api-key": key })).status).toBe(401);
  });

  it("say what is missing", async () => {
    const visitor = await signIn();
    const answer = await visitor.submit(PATH, { intent: "create", name: " " });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain(
      "Give the key a name of 1 to 100 characters in one line, without marks that turn text around or cannot be seen.",
    );
  });
});

describe("the demo workspace", () => {
  it("is made for the starter only", async () => {
    for (const headers of [new Headers(), new Headers({ "x-parlando-seed": "a guess of some length" })]) {
      expect((await fetch(`${url}/dev/seed`, { method: "POST", headers })).status).toBe(403);
    }
  });
});
