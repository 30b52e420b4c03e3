import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { sharedProduct } from "../../support/product";
import { csrfTokenIn, newestLinkFor, textOf, Visitor } from "../../support/visitor";

const { url, voiceId } = sharedProduct();
let people = 0;

/** Somebody whose address is verified, signed in. */
async function newPerson() {
  const person = { email: `kept-${process.pid}-${Date.now()}-${++people}@example.com`, password: "Correct horse 7!" };
  const visitor = new Visitor(url);
  await visitor.submit("/app/sign-up", person);
  await visitor.submit((await newestLinkFor(visitor, person.email, "verifyEmail"))!, {});
  await visitor.submit("/app/sign-in", person);
  return { person, visitor };
}

async function closeAccount(visitor: Visitor): Promise<void> {
  const csrf = csrfTokenIn((await visitor.get("/app/settings")).html);
  expect((await visitor.post("/app/account-departure", { csrf, intent: "delete" })).location).toBe(
    "/app/account-closed",
  );
}

it("an account that is closed is closed everywhere at once, and comes back whole when it is kept", async () => {
  const { person, visitor } = await newPerson();
  const made = await visitor.submit("/app/settings/api-keys", { intent: "create", name: "test" });
  const key = /value="(sk_[0-9a-f]{48})"/.exec(made.html)?.[1] ?? "";
  const call = (path: string, body?: unknown) =>
    fetch(url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "xi-api-key": key, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  const speech = await call(`/v1/text-to-speech/${voiceId}`, { text: "Here today." });
  await speech.arrayBuffer();
  const shareLink = `/v1/history/${speech.headers.get("history-item-id")}/share-link`;
  await expect.poll(async () => (await call(shareLink)).status).toBe(200);
  const { share_link: share } = (await (await call(shareLink)).json()) as { share_link: string };
  const sharePath = new URL(share).pathname;
  const visit = async (path: string) => (await fetch(url + path)).status;
  expect(await visit(sharePath)).toBe(200);
  const elsewhere = new Visitor(url);
  await elsewhere.submit("/app/sign-in", person);
  const { html } = await elsewhere.get("/app/identity-token", { "x-parlando-request": "identity-token" });
  const protocols = ["realtime", `token.${(JSON.parse(html) as { token: string }).token}`];
  const socket = new WebSocket(`${url.replace("http", "ws")}/v1/realtime`, protocols);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));

  await closeAccount(visitor);
  // The open page elsewhere hears that its session has ended.
  await expect.poll(() => socket.readyState).not.toBe(WebSocket.OPEN);
  socket.terminate();
  expect((await elsewhere.get("/app/usage")).location).toMatch(/^\/app\/sign-in/);
  expect((await call("/v1/user")).status).toBe(401);
  expect(await visit(sharePath)).toBe(410);
  expect(await visit(sharePath.replace(/^\/(app\/share|s)/, "/embed"))).toBe(410);
  expect(await visit(`/app/share/${sharePath.split("/").at(-1)}/audio`)).toBe(410);

  // Whatever is opened, the question is all there is.
  const back = new Visitor(url);
  await back.submit("/app/sign-in", person);
  const led = await Promise.all(["/app/settings/api-keys", "/app/usage"].map((path) => back.get(path)));
  expect(led.map(({ location }) => location)).toEqual(["/app/keep-account", "/app/keep-account"]);
  expect(textOf((await back.get("/app/keep-account")).html)).toContain("Keep your account?");
  await back.submit("/app/keep-account", {});
  expect((await back.get("/app/usage")).status).toBe(200);
  expect((await call("/v1/user")).status).toBe(200);
  expect(await visit(sharePath)).toBe(200);
});

it("the mailed link keeps an account without a sign-in, once", async () => {
  const { person, visitor } = await newPerson();
  await closeAccount(visitor);
  const findLink = async () => {
    const { html } = await new Visitor(url).get(`/dev/mailbox?${new URLSearchParams({ to: person.email })}`);
    return /href="http[^"/]*\/\/[^"/]*(\/app\/keep-account\?[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  };
  await expect.poll(findLink).toBeDefined();
  const link = (await findLink())!;

  const stranger = new Visitor(url);
  const asked = textOf((await stranger.get(link)).html);
  expect(asked).toContain("Keep my account");
  expect(textOf((await stranger.submit(link, {})).html)).toContain("Your account stays");
  expect(textOf((await stranger.get(link)).html)).toContain("This link has expired or was used before.");
  const back = new Visitor(url);
  expect((await back.submit("/app/sign-in?redirect=/app/usage", person)).location).toBe("/app/usage");
  expect((await back.get("/app/usage")).status).toBe(200);
});
