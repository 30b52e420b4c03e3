import { describe, expect, it } from "vitest";
import WebSocket from "ws";
import { sharedProduct } from "../support/product";
import { newestLinkFor, Visitor } from "../support/visitor";

const { url, voiceId } = sharedProduct();
const PASSWORD = "Correct horse 7!";
let people = 0;

type Headers = Record<string, string>;

async function call(headers: Headers, method: string, path: string, body?: object) {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer;
}

/** Somebody with an account of their own, and a key that may do everything. */
async function signedUp() {
  const visitor = new Visitor(url);
  const email = `realtime-${process.pid}-${Date.now()}-${++people}@example.com`;
  await visitor.submit("/app/sign-up", { email, password: PASSWORD });
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
  await visitor.submit("/app/sign-in", { email, password: PASSWORD });
  const { html } = await visitor.submit("/app/settings/api-keys", { intent: "create", name: "full" });
  return { "xi-api-key": /value="(sk_[0-9a-f]{48})"/.exec(html)![1]! };
}

async function keyWith(owner: Headers, permissions: string[]) {
  const made = await call(owner, "POST", "/v1/user/create-api-key", { name: "limited", permissions });
  const { xi_api_key, key_id } = (await made.json()) as { xi_api_key: string; key_id: string };
  return { headers: { "xi-api-key": xi_api_key }, keyId: key_id };
}

const speak = async (owner: Headers, text: string) =>
  void (await (await call(owner, "POST", `/v1/text-to-speech/${voiceId}`, { text })).arrayBuffer());

interface Message {
  type: string;
  event?: { type: string; item?: { text: string } };
}

/** A socket that hears what was and what comes (or nothing, unless it subscribes), or the status of the refusal. */
function listen(headers: Headers, { subscribes = true } = {}) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/v1/realtime`, { headers });
  const messages: Message[] = [];
  socket.on("message", (data) => messages.push(JSON.parse(data.toString())));
  const opened = new Promise((resolve) => socket.once("open", resolve));
  if (subscribes) socket.on("open", () => socket.send(JSON.stringify({ type: "subscribe", last_sequence: 0 })));
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  const refused = new Promise<number>((resolve) =>
    socket.on("unexpected-response", (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }),
  );
  return {
    socket,
    opened,
    closed,
    refused,
    kinds: () => messages.map(({ type, event }) => event?.type ?? type),
    texts: () => messages.flatMap(({ event }) => event?.item?.text ?? []),
  };
}

describe("/v1/realtime over the wire", () => {
  it("tells a key what it may read and nothing more, and one that may read nothing is refused", async () => {
    const owner = await signedUp();
    expect(await listen((await keyWith(owner, ["text_to_speech"])).headers).refused).toBe(403);
    await speak(owner, "Said before.");
    const full = listen(owner);
    const limited = listen((await keyWith(owner, ["user_read"])).headers);
    await expect.poll(() => [full.kinds().includes("ready"), limited.kinds().includes("ready")]).toEqual([true, true]);
    await speak(owner, "Said after.");
    await expect.poll(() => full.texts(), { timeout: 20_000 }).toEqual(["Said before.", "Said after."]);
    await expect
      .poll(() => limited.kinds().lastIndexOf("credits_changed"))
      .toBeGreaterThan(limited.kinds().indexOf("ready"));
    expect(limited.kinds().filter((kind) => kind.startsWith("history"))).toEqual([]);
    full.socket.close();
    limited.socket.close();
  });

  it("ends with its key, and asks to be opened again when the key may do less", async () => {
    const owner = await signedUp();
    const deleted = await keyWith(owner, ["user_read", "speech_history_read"]);
    const cut = await keyWith(owner, ["user_read", "speech_history_read"]);
    const [ofDeleted, ofCut, ofOwner] = [deleted.headers, cut.headers, owner].map((headers) => listen(headers));
    for (const { kinds } of [ofDeleted!, ofCut!, ofOwner!]) await expect.poll(kinds).toContain("ready");
    await call(owner, "DELETE", "/v1/user/delete-api-key", { key_id: deleted.keyId });
    expect(await ofDeleted!.closed).toBe(4001);
    await call(owner, "POST", "/v1/user/edit-api-key", { key_id: cut.keyId, permissions: ["text_to_speech"] });
    expect(await ofCut!.closed).toBe(4003);
    await speak(owner, "Nobody else hears this.");
    await expect.poll(() => ofOwner!.texts(), { timeout: 20_000 }).toEqual(["Nobody else hears this."]);
    expect([ofDeleted!.texts(), ofCut!.texts()]).toEqual([[], []]);
    expect(await listen(deleted.headers).refused).toBe(401);
    expect(await listen(cut.headers).refused).toBe(403);
    ofOwner!.socket.close();
  });

  it("ends with its key also where it never said a word", async () => {
    const owner = await signedUp();
    const [deleted, cut] = [await keyWith(owner, ["user_read"]), await keyWith(owner, ["user_read"])];
    const [ofDeleted, ofCut] = [deleted, cut].map(({ headers }) => listen(headers, { subscribes: false }));
    await Promise.all([ofDeleted!.opened, ofCut!.opened]);
    await call(owner, "DELETE", "/v1/user/delete-api-key", { key_id: deleted.keyId });
    await call(owner, "POST", "/v1/user/edit-api-key", { key_id: cut.keyId, permissions: ["text_to_speech"] });
    // The local runtime says that it closes, and leaves the connection itself to a client that has sent nothing.
    for (const [{ socket, closed, kinds }, code] of [
      [ofDeleted!, 4001],
      [ofCut!, 4003],
    ] as const) {
      await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSING);
      socket.terminate();
      expect(await closed).toBe(code);
      expect(kinds()).toEqual([]);
    }
  });
});
