import { describe, expect, it } from "vitest";
import WebSocket from "ws";
import { sharedProduct } from "../support/product";
import { csrfTokenIn, newestLinkFor, Visitor } from "../support/visitor";

const { url, voiceId } = sharedProduct();
const PASSWORD = "Correct horse 7!";
let people = 0;

/** Somebody with an account of their own, signed in. */
async function signedUp() {
  const visitor = new Visitor(url);
  const email = `ends-${process.pid}-${Date.now()}-${++people}@example.com`;
  await visitor.submit("/app/sign-up", { email, password: PASSWORD });
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
  await visitor.submit("/app/sign-in", { email, password: PASSWORD });
  const { html } = await visitor.get("/app/identity-token", { "x-parlando-request": "identity-token" });
  const { token } = JSON.parse(html) as { token: string };
  return { visitor, email, bearer: { authorization: `Bearer ${token}` } };
}
type Person = Awaited<ReturnType<typeof signedUp>>;

async function keyOf({ visitor }: Person) {
  const { html } = await visitor.submit("/app/settings/api-keys", { intent: "create", name: "test" });
  return { "xi-api-key": /value="(sk_[0-9a-f]{48})"/.exec(html)![1]! };
}

async function socketTokenOf(headers: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url}/v1/single-use-token/tts_websocket`, { method: "POST", headers });
  return ((await answer.json()) as { token: string }).token;
}

/** A socket that has spoken. */
async function speaking(kind: "stream-input" | "multi-stream-input", headers: Record<string, string>, query = "") {
  const socket = open(kind, headers, query);
  await socket.say("Before the end. ");
  await expect.poll(() => socket.heard(), { timeout: 20_000 }).toContain("Before");
  return socket;
}

function open(kind: string, headers: Record<string, string>, query = "") {
  const address = `${url.replace("http", "ws")}/v1/text-to-speech/${voiceId}/${kind}`;
  const socket = new WebSocket(
    `${address}?model_id=eleven_flash_v2_5&inactivity_timeout=180&sync_alignment=true${query}`,
    { headers },
  );
  const messages: { audio?: string | null; alignment?: { chars: string[] } | null; error?: string }[] = [];
  socket.on("message", (data) => messages.push(JSON.parse(data.toString())));
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  const opened = new Promise((resolve) => socket.once("open", resolve));
  return {
    opened,
    closed,
    messages,
    close: () => socket.close(1000),
    /** The words of all sounds so far. */
    heard: () => messages.map(({ alignment }) => alignment?.chars.join("") ?? "").join(""),
    async say(text: string) {
      await opened;
      socket.send(JSON.stringify({ text, flush: true }));
    },
  };
}
type Socket = ReturnType<typeof open>;

/** Speaks on into a socket that has to be over: nothing of it is heard. */
async function expectOver(socket: Socket) {
  await socket.say("After the end.");
  expect(await socket.closed).toBe(1008);
  expect(socket.heard()).not.toContain("After");
  expect(socket.messages.at(-1)).toMatchObject({ error: "invalid_api_key", code: 1008 });
}

async function signOut({ visitor }: Person) {
  const csrf = csrfTokenIn((await visitor.get("/app/settings/sessions")).html);
  await visitor.post("/app/sign-out", { csrf });
}

describe("a socket that speaks", () => {
  it.each(["stream-input", "multi-stream-input"] as const)(
    "is closed in order when its client closes: %s",
    async (kind) => {
      const person = await signedUp();
      const idle = open(kind, person.bearer);
      await idle.opened;
      for (const socket of [idle, await speaking(kind, person.bearer)]) {
        socket.close();
        expect(await socket.closed).toBe(1000);
      }
    },
  );

  it("ends with the session that opened it, by its token or by a single-use token, whoever ends it", async () => {
    const person = await signedUp();
    const query = `&single_use_token=${await socketTokenOf(person.bearer)}`;
    const sockets = [
      await speaking("stream-input", person.bearer),
      await speaking("multi-stream-input", person.bearer),
      await speaking("stream-input", {}, query),
    ];
    const elsewhere = new Visitor(url);
    await elsewhere.submit("/app/sign-in", { email: person.email, password: PASSWORD });
    await elsewhere.submit("/app/settings/sessions", { intent: "revoke_others" });
    await Promise.all(sockets.map(expectOver));
  });

  it("ends within seconds also when nothing is said to it", async () => {
    const person = await signedUp();
    const socket = await speaking("stream-input", person.bearer);
    await signOut(person);
    const endedAtMs = Date.now();
    expect(await socket.closed).toBe(1008);
    expect(Date.now() - endedAtMs).toBeLessThan(10_000);
  });

  it("ends with the account, by session and by key", async () => {
    const person = await signedUp();
    const key = await keyOf(person);
    const sockets = [await speaking("stream-input", person.bearer), await speaking("multi-stream-input", key)];
    const closed = await fetch(`${url}/v1/user/delete`, { method: "DELETE", headers: person.bearer });
    expect(closed.status).toBe(200);
    await Promise.all(sockets.map(expectOver));
  });

  it("ends with its key, and outlives the session where a key opened it", async () => {
    const person = await signedUp();
    const key = await keyOf(person);
    const socket = await speaking("stream-input", key);
    await signOut(person);
    await socket.say("The key is as good as before.");
    await expect.poll(() => socket.heard(), { timeout: 20_000 }).toContain("as good as before");
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    const list = await fetch(`${url}/v1/user/api-keys`, { headers: key });
    expect(list.status).toBe(200);
    const { api_keys } = (await list.json()) as { api_keys: { key_id: string }[] };
    const again = new Visitor(url);
    await again.submit("/app/sign-in", { email: person.email, password: PASSWORD });
    await again.submit("/app/settings/api-keys", { intent: "delete", api_key_id: api_keys[0]!.key_id });
    expect((await fetch(`${url}/v1/user`, { headers: key })).status).toBe(401);
    await expectOver(socket);
  });
});

it("opens no socket by a single-use token of a session that has ended", async () => {
  const person = await signedUp();
  const token = await socketTokenOf(person.bearer);
  await signOut(person);
  const socket = open("stream-input", {}, `&single_use_token=${token}`);
  expect(await socket.closed).toBe(1008);
  expect(socket.messages).toEqual([expect.objectContaining({ error: "invalid_api_key" })]);
});
