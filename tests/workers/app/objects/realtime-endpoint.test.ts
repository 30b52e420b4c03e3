import { createExecutionContext, env, SELF } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { publishToWorkspace } from "../../../../durable-objects/workspace-channel/connect";
import type { Env } from "../../../../workers/app/env";
import { createWorker } from "../../../../workers/app/worker";
import { networkOfFile } from "../../../support/network-of-file";
import { servicesForTest, signUpForTest } from "../../../support/test-caller";

const open = (headers: Record<string, string>) =>
  SELF.fetch("http://localhost/v1/realtime", { headers: { upgrade: "websocket", ...networkOfFile(), ...headers } });
const client = { address: "192.0.2.9", userAgent: "test" };

/** Signs a person in; answers their session's secret and a token for it. */
async function signIn() {
  const person = await signUpForTest(env);
  const { accounts } = servicesForTest(env);
  const outcome = await accounts.signIn(person, client);
  if (outcome.kind !== "signed_in") throw new Error("not signed in");
  const signedIn = await accounts.findSignedIn(outcome.sessionSecret);
  const { token } = await accounts.mintToken(signedIn!);
  return { ...person, sessionSecret: outcome.sessionSecret, token };
}

/** Opens a socket; something else happens while its request is on the way to the channel. */
async function openWhile(headers: Record<string, string>, meanwhile: () => Promise<unknown>) {
  const real = env.WORKSPACE_CHANNEL;
  let reached: Response | undefined;
  const channels = {
    idFromName: (name: string) => real.idFromName(name),
    get: (id: DurableObjectId) => ({
      fetch: async (...given: Parameters<Fetcher["fetch"]>) => {
        await meanwhile();
        reached = await real.get(id).fetch(...given);
        return reached;
      },
    }),
  };
  const request = new Request("http://localhost/v1/realtime", {
    headers: { upgrade: "websocket", ...networkOfFile(), ...headers },
  });
  const worker = createWorker(async () => new Response(null, { status: 404 }));
  const bindings = { ...env, WORKSPACE_CHANNEL: channels } as unknown as Env;
  const response = await worker.fetch!(request as never, bindings, createExecutionContext());
  return { response, reached };
}

function listen(socket: WebSocket, subscription: object = {}) {
  const received: { type: string }[] = [];
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", (event) => resolve(event.code)));
  socket.addEventListener("message", (event) => {
    received.push(JSON.parse(event.data as string));
  });
  socket.accept();
  socket.send(JSON.stringify({ type: "subscribe", ...subscription }));
  return { received, closed };
}

describe("/v1/realtime", () => {
  it("tells a browser that offers its token as a subprotocol, until its session ends", async () => {
    const person = await signIn();
    const response = await open({ "sec-websocket-protocol": `realtime, token.${person.token}` });
    expect([response.status, response.headers.get("sec-websocket-protocol")]).toEqual([101, "realtime"]);
    const { received, closed } = listen(response.webSocket!);
    await vi.waitFor(() => expect(received).toMatchObject([{ type: "ready" }]));
    await publishToWorkspace(env, person.workspaceId, [{ type: "history_deleted", ids: ["h"] }]);
    await vi.waitFor(() => expect(received.at(-1)).toMatchObject({ type: "event", ids: ["h"] }));
    await servicesForTest(env).accounts.signOut(person.sessionSecret);
    expect(await closed).toBe(4001);
  });

  it("tells an API key's owner of the key's workspace only", async () => {
    const [own, other] = [await signUpForTest(env), await signUpForTest(env)];
    const { received } = listen((await open({ "xi-api-key": own.apiKey })).webSocket!);
    await publishToWorkspace(env, other.workspaceId, [{ type: "history_deleted", ids: ["other"] }]);
    await publishToWorkspace(env, own.workspaceId, [{ type: "history_deleted", ids: ["own"] }]);
    await vi.waitFor(() => expect(JSON.stringify(received)).toContain('"own"'));
    expect(JSON.stringify(received)).not.toContain('"other"');
  });

  it("refuses strangers, wrong tokens and forged identities", async () => {
    expect((await open({})).status).toBe(401);
    expect((await open({ "sec-websocket-protocol": "realtime, token.nonsense" })).status).toBe(401);
    expect((await open({ "x-channel-identity": '{"userId":"u","sessionId":null,"expiresAtMs":null}' })).status).toBe(
      401,
    );
  });

  it("opens nothing for a session that ends on the way to the channel", async () => {
    const person = await signIn();
    const { response, reached } = await openWhile({ "sec-websocket-protocol": `realtime, token.${person.token}` }, () =>
      servicesForTest(env).accounts.signOut(person.sessionSecret),
    );
    expect(reached?.status).toBe(101);
    expect([response.status, response.webSocket ?? null]).toEqual([401, null]);
    expect(reached?.webSocket?.readyState).not.toBe(WebSocket.OPEN);
  });

  it("answers 426 to what is no WebSocket", async () => {
    expect((await SELF.fetch("http://localhost/v1/realtime")).status).toBe(426);
  });
});

describe("/v1/realtime by a key of few scopes", () => {
  const historyOf = (text: string) => ({ type: "history_added", item: { history_item_id: text, text } }) as const;

  async function keyWith(scopes: string[]) {
    const person = await signUpForTest(env);
    const { accounts } = servicesForTest(env);
    const { key, apiKey } = await accounts.createApiKey(person, "limited", { scopes });
    return { ...person, headers: { "xi-api-key": key }, apiKeyId: apiKey.apiKeyId, accounts };
  }

  it("opens for none that may not read its user", async () => {
    const response = await open((await keyWith(["text_to_speech", "speech_history_read"])).headers);
    expect([response.status, response.webSocket ?? null]).toEqual([403, null]);
    expect(await response.text()).toContain("missing the permission user_read");
  });

  it("tells nothing of history where the key may not read it, neither what was nor what comes", async () => {
    const { headers, workspaceId } = await keyWith(["user_read"]);
    await publishToWorkspace(env, workspaceId, [historyOf("before")]);
    const { received } = listen((await open(headers)).webSocket!, { last_sequence: 0 });
    await vi.waitFor(() => expect(received.at(-1)).toMatchObject({ type: "ready" }));
    await publishToWorkspace(env, workspaceId, [
      historyOf("after"),
      { type: "credits_changed", used: 1, reserved: 0, limit: 9 },
    ]);
    await vi.waitFor(() => expect(received.at(-1)).toMatchObject({ event: { type: "credits_changed" } }));
    expect(JSON.stringify(received)).not.toContain("history");
  });

  it("ends when the key is deleted", async () => {
    const { headers, accounts, apiKeyId, ...person } = await keyWith(["user_read"]);
    const { closed } = listen((await open(headers)).webSocket!);
    await accounts.deleteApiKey(person, apiKeyId);
    expect(await closed).toBe(4001);
    expect((await open(headers)).status).toBe(401);
  });

  it("has to open again when the key may do less, and hears less then", async () => {
    const { headers, accounts, apiKeyId, ...person } = await keyWith(["user_read", "speech_history_read"]);
    const { received, closed } = listen((await open(headers)).webSocket!);
    await publishToWorkspace(env, person.workspaceId, [historyOf("while it could")]);
    await vi.waitFor(() => expect(JSON.stringify(received)).toContain("while it could"));
    await accounts.changeApiKey(person, apiKeyId, { scopes: ["user_read"] });
    expect(await closed).toBe(4003);
    const again = listen((await open(headers)).webSocket!, { last_sequence: 0 });
    await vi.waitFor(() => expect(again.received.at(-1)).toMatchObject({ type: "ready" }));
    expect(JSON.stringify(again.received)).not.toContain("while it could");
  });

  it("opens nothing for a key whose scopes change on the way to the channel", async () => {
    const { headers, accounts, apiKeyId, ...person } = await keyWith(["user_read", "speech_history_read"]);
    const { response, reached } = await openWhile(headers, () =>
      accounts.changeApiKey(person, apiKeyId, { scopes: ["user_read"] }),
    );
    expect([response.status, response.webSocket ?? null]).toEqual([409, null]);
    expect(reached?.webSocket?.readyState).not.toBe(WebSocket.OPEN);
  });
});
