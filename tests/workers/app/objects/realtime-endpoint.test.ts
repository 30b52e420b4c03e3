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

function listen(socket: WebSocket) {
  const received: { type: string }[] = [];
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", (event) => resolve(event.code)));
  socket.addEventListener("message", (event) => {
    received.push(JSON.parse(event.data as string));
  });
  socket.accept();
  socket.send('{"type":"subscribe"}');
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
    const real = env.WORKSPACE_CHANNEL;
    let reached: Response | undefined;
    const channels = {
      idFromName: (name: string) => real.idFromName(name),
      get: (id: DurableObjectId) => ({
        fetch: async (...given: Parameters<Fetcher["fetch"]>) => {
          await servicesForTest(env).accounts.signOut(person.sessionSecret);
          reached = await real.get(id).fetch(...given);
          return reached;
        },
      }),
    };
    const request = new Request("http://localhost/v1/realtime", {
      headers: {
        upgrade: "websocket",
        ...networkOfFile(),
        "sec-websocket-protocol": `realtime, token.${person.token}`,
      },
    });
    const worker = createWorker(async () => new Response(null, { status: 404 }));
    const bindings = { ...env, WORKSPACE_CHANNEL: channels } as unknown as Env;
    const response = await worker.fetch!(request as never, bindings, createExecutionContext());
    expect(reached?.status).toBe(101);
    expect([response.status, response.webSocket ?? null]).toEqual([401, null]);
    expect(reached?.webSocket?.readyState).not.toBe(WebSocket.OPEN);
  });

  it("answers 426 to what is no WebSocket", async () => {
    expect((await SELF.fetch("http://localhost/v1/realtime")).status).toBe(426);
  });
});
