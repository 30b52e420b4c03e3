import { env, SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../../../app/domains/voices/catalogue";
import { servicesForTest, signUpForTest } from "../../../support/test-caller";

const voiceId = CATALOGUE[0]!.speaker.voiceId;

async function connect(apiKey: string, path = "stream-input") {
  const url = `http://localhost/v1/text-to-speech/${voiceId}/${path}`;
  const response = await SELF.fetch(url, { headers: { upgrade: "websocket", "xi-api-key": apiKey } });
  const socket = response.webSocket!;
  socket.accept();
  const messages: { audio?: string; isFinal?: boolean; error?: string; alignment?: { chars: string[] } | null }[] = [];
  socket.addEventListener("message", (event) => messages.push(JSON.parse(event.data as string)));
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", (event) => resolve(event.code)));
  return { socket, messages, closed };
}

describe("the object behind a text socket", () => {
  it("speaks, settles and writes history before it closes", async () => {
    const caller = await signUpForTest(env);
    const { socket, messages, closed } = await connect(caller.apiKey);
    socket.send(JSON.stringify({ text: "Hello from the object. " }));
    socket.send(JSON.stringify({ text: "" }));
    expect(await closed).toBe(1000);
    expect(messages.some((message) => message.audio)).toBe(true);
    const { billing, history } = servicesForTest(env);
    expect(await billing.getSubscription(caller.workspaceId)).toMatchObject({
      characterCount: 23,
      charactersReserved: 0,
    });
    const { items } = await history.listHistory(caller.workspaceId, { pageSize: 5, sortDirection: "desc" });
    expect(items.map((item) => item.text)).toEqual(["Hello from the object. "]);
  });

  it.each([
    ["stream-input", [{ text: "" }]],
    ["multi-stream-input", [{ flush: true }, { context_id: "default", close_context: true }, { close_socket: true }]],
  ])("charges the opening blank of %s to nobody, and keeps it out of history", async (path, ending) => {
    const caller = await signUpForTest(env);
    const { socket, messages, closed } = await connect(caller.apiKey, path);
    const text = "Twenty-nine letters are here.";
    for (const message of [{ text: " " }, { text }, ...ending]) socket.send(JSON.stringify(message));
    expect(await closed).toBe(1000);
    const spoken = messages.flatMap((message) => message.alignment?.chars ?? []).join("");
    expect(spoken).toBe(text);
    const { billing, history } = servicesForTest(env);
    expect((await billing.getSubscription(caller.workspaceId)).characterCount).toBe(29);
    const { items } = await history.listHistory(caller.workspaceId, { pageSize: 5, sortDirection: "desc" });
    expect(items.map((item) => item.text)).toEqual([text]);
  });

  it.each(["stream-input", "multi-stream-input"])(
    "answers a client of %s that closes, whatever went before",
    async (path) => {
      const caller = await signUpForTest(env);
      for (const messages of [
        [],
        [{ text: " " }],
        [{ text: "Never spoken" }],
        [{ text: "Being spoken. ", flush: true }],
      ]) {
        const { socket, closed } = await connect(caller.apiKey, path);
        for (const message of messages) socket.send(JSON.stringify(message));
        socket.close(1000);
        expect(await closed).toBe(1000);
      }
    },
  );

  it("gives credits back when its client leaves before anything was spoken", async () => {
    const caller = await signUpForTest(env);
    const { socket } = await connect(caller.apiKey);
    socket.send(JSON.stringify({ text: "Never heard. ".repeat(30), flush: true }));
    socket.close(1000);
    const { billing } = servicesForTest(env);
    for (let tries = 0; ; tries++) {
      const { charactersReserved, characterCount } = await billing.getSubscription(caller.workspaceId);
      if (charactersReserved === 0 && tries > 3) {
        expect(characterCount).toBeLessThan(13 * 30);
        break;
      }
      if (tries > 100) throw new Error("credits stay held");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  it.each([
    ["null", "Invalid input: expected object, received null"],
    ["[]", "Invalid input: expected object, received array"],
    ['{"text":5}', "text: Invalid input: expected string, received number"],
  ])("says of the message %s what is wrong, with a field in front only where there is one", async (sent, message) => {
    const caller = await signUpForTest(env);
    const { socket, messages, closed } = await connect(caller.apiKey);
    socket.send(sent);
    expect(await closed).toBe(1008);
    expect(messages).toEqual([{ message, error: "invalid_request", code: 1008 }]);
  });

  it("tells when credits run out, after what they paid for", async () => {
    const caller = await signUpForTest(env);
    const { database } = servicesForTest(env);
    await database.$client.execute({
      sql: "UPDATE subscriptions SET character_limit = 10 WHERE workspace_id = ?",
      args: [caller.workspaceId],
    });
    const { socket, messages, closed } = await connect(caller.apiKey);
    socket.send(JSON.stringify({ text: "Six ch ", flush: true }));
    socket.send(JSON.stringify({ text: "More than is left. ", flush: true }));
    expect(await closed).toBe(1008);
    expect(messages[0]?.audio).toBeTruthy();
    expect(messages.at(-1)).toMatchObject({ error: "quota_exceeded" });
  });
});
