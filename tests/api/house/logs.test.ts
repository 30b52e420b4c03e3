import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { ProductInfo, Starter } from "../../../workers/tooling/product.mjs";
import { newestLinkFor, Visitor } from "../../support/visitor";
import { eventually, newState, productOf } from "./own-products";

/** What may never be written, each to be known by sight. */
const TEXT = "Marmalade skies above quiet harbours";
const PASSWORD = "Unwritten-Password-77";
const WRONG_PASSWORD = "Wrongly-Typed-Password-88";
const SERVER_KEY = "key-of-the-speech-server-99";
const WRONG_KEY = `sk_${"ab".repeat(24)}`;
const BACKUP_CODE = "7K3QF-2M8XA-9PRTW-4HJNB-6VCDE";
const QUERY_TOKEN = "token-in-a-query-string-66";
const LINK_NAME = "shr_name-of-a-link-55";
const SESSION_SECRET = "a-secret-of-the-installation-0123456789";

let starter: Starter;
let info: ProductInfo;
/** A speech server that refuses everything, and repeats in its refusals whatever it was told, as some do. */
let server: Server;
let serverStatus = 400;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => {
      body += data;
    });
    request.on("end", () => {
      const message = `cannot say ${JSON.parse(body).input} for ${request.headers.authorization}`;
      response
        .writeHead(serverStatus, { "content-type": "application/json" })
        .end(JSON.stringify({ error: { message } }));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ starter, info } = await productOf({
    state: newState(),
    environment: {
      PARLANDO_VERBOSE: "1",
      SESSION_SECRET,
      SPEECH_ENGINE: "openai-compatible",
      SPEECH_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SPEECH_API_KEY: SERVER_KEY,
    },
  }));
});
afterAll(() => server.close());

const key = () => ({ "xi-api-key": info.apiKey });
const post = (path: string, body: string | object, headers: Record<string, string> = key()) =>
  fetch(info.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** The log of a request, once it is written. */
const logged = (requestId: string) =>
  eventually(
    () => lines().filter((line) => line.requestId === requestId),
    (found) => found.some((line) => line.event === "request"),
  );

/** All JSON objects that were written. */
function lines(): Record<string, unknown>[] {
  return starter
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("what a product writes", () => {
  it("is one JSON line for each request, with the id that the client was told", async () => {
    for (const [path, status] of [
      ["/v1/user?secret=in-the-query", 401],
      ["/", 200],
      ["/nothing-here", 404],
    ] as const) {
      const response = await fetch(info.url + path);
      await response.arrayBuffer();
      const found = await logged(response.headers.get("request-id")!);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({
        level: "info",
        event: "request",
        method: "GET",
        path: path.split("?")[0],
        status,
      });
      expect(new Date(String(found[0]!.at)).getTime()).toBeGreaterThan(0);
      expect(found[0]!.ms).toBeGreaterThanOrEqual(0);
    }
  });

  it("tells why a request failed, under the same id", async () => {
    serverStatus = 500;
    const response = await post(`/v1/text-to-speech/${info.voiceId}`, { text: TEXT });
    expect(response.status).toBe(500);
    const found = await logged(response.headers.get("request-id")!);
    expect(found.map((line) => line.level)).toContain("error");
    expect(JSON.stringify(found)).toContain("The speech server failed (status 500).");
  });

  it("says that guesses at an account were stopped, and not what was guessed", async () => {
    const email = "guessed-in-the-log@example.com";
    const guesser = new Visitor(info.url);
    for (let i = 0; i < 6; i++) await guesser.submit("/app/sign-in", { email, password: `${WRONG_PASSWORD}${i}` });
    const stops = await eventually(
      () => lines().filter(({ event }) => event === "guesses_stopped"),
      (found) => found.length > 0,
    );
    // Nobody has this address; of somebody's account the line would name the id.
    expect(stops[0]).toEqual({
      level: "warn",
      event: "guesses_stopped",
      at: expect.any(String),
      kind: "sign_in_stopped",
      userId: null,
    });
    expect(starter.output()).not.toContain(email);
    expect(starter.output()).not.toContain(WRONG_PASSWORD);
  });

  it("holds no text, key, password or token, whatever goes wrong", async () => {
    const speech = `/v1/text-to-speech/${info.voiceId}`;
    for (serverStatus of [400, 401, 404, 429, 500]) {
      const answer = await post(speech, { text: `${TEXT} ${serverStatus}` });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await answer.text()).not.toContain(SERVER_KEY);
    }
    await post(`${speech}/stream/with-timestamps`, { text: TEXT });
    await post(speech, `{"text": "${TEXT}", `);
    await post(speech, { text: TEXT, voice_settings: { stability: TEXT } });
    await post(speech, { text: TEXT, model_id: TEXT, seed: TEXT });
    await post(speech, { text: `${TEXT} <phoneme alphabet="ipa" ph="${TEXT}">x` });
    await post(`/v1/text-to-speech/${encodeURIComponent("no-such-voice")}`, { text: TEXT });
    await post(speech, { text: TEXT }, { "xi-api-key": WRONG_KEY });
    await post(speech, { text: TEXT }, { authorization: `Bearer ${QUERY_TOKEN}` });
    await post("/v1/audio/speech", { input: TEXT, voice: "nobody", model: "tts-1" });
    await post("/v1/try-it/speech", { text: TEXT, voice_id: info.voiceId }, { origin: info.url });
    await post("/v1/text-to-dialogue", { inputs: [{ text: TEXT, voice_id: info.voiceId }] });
    await fetch(`${info.url}/v1/history?search=${encodeURIComponent(TEXT)}`, { headers: key() });
    await post("/v1/user/create-api-key", { name: TEXT });
    await post(`/v1/user/backup-code/${BACKUP_CODE}/remove-mfa`, {});
    await post("/dev/measure/engine", `{"text": "${TEXT}"`);
    await post("/dev/seed", { password: PASSWORD }, { "x-parlando-seed": QUERY_TOKEN });
    for (const path of [
      `/s/${LINK_NAME}`,
      `/s/${LINK_NAME}%`,
      `/app/share/${LINK_NAME}%ff`,
      `/embed/${LINK_NAME}%zz`,
      "/%",
    ])
      expect((await fetch(info.url + path)).status, path).toBe(404);
    for (const query of [
      `authorization=Bearer ${QUERY_TOKEN}`,
      `single_use_token=${QUERY_TOKEN}`,
      `xi-api-key=${WRONG_KEY}`,
    ]) {
      const socket = new WebSocket(`${info.url.replace("http", "ws")}${speech}/stream-input?${encodeURI(query)}`);
      socket.on("error", () => {});
      socket.on("open", () => {
        for (const text of [" ", `${TEXT}. `, ""]) socket.send(JSON.stringify({ text, xi_api_key: info.apiKey }));
        socket.send(`{"text": "${TEXT}`);
      });
      await once(socket, "close");
    }

    const visitor = new Visitor(info.url);
    const person = { email: "unwritten@example.com", password: PASSWORD };
    await visitor.submit("/app/sign-up", { ...person, password: "short" });
    await visitor.submit("/app/sign-up", person);
    const link = (await newestLinkFor(visitor, person.email, "verifyEmail"))!;
    const code = new URL(link, info.url).searchParams.get("oobCode") ?? "";
    expect(code).not.toBe("");
    await visitor.submit(link, {});
    await visitor.submit("/app/sign-in", { ...person, password: WRONG_PASSWORD });
    await visitor.submit("/app/sign-in", person);
    await visitor.post("/app/sign-in", { ...person, csrf: "none" });
    await visitor.submit("/app/sign-in?redirect=https://elsewhere.example", person);
    await visitor.submit("/app/sign-in/forgot-password", { email: person.email });
    const { html } = await visitor.get("/app/identity-token", { "x-parlando-request": "identity-token" });
    const { token } = JSON.parse(html) as { token: string };
    const last = await fetch(`${info.url}/v1/user`, { headers: { authorization: `Bearer ${token}` } });
    expect(last.status).toBe(200);
    await logged(last.headers.get("request-id")!);

    // The starter's greeting tells the demo's password and key to whoever started it; nothing after it does.
    const [greeting, output] = starter.output().split("Ctrl-C stops it.") as [string, string];
    expect(greeting).toContain(info.apiKey);
    const cookies = [...visitor.cookies.values()];
    const secrets = [
      TEXT,
      PASSWORD,
      WRONG_PASSWORD,
      SERVER_KEY,
      WRONG_KEY,
      QUERY_TOKEN,
      BACKUP_CODE,
      LINK_NAME,
      SESSION_SECRET,
      token,
      code,
    ];
    for (const secret of [...secrets, ...cookies, info.apiKey, info.password])
      for (const form of [secret, encodeURIComponent(secret), secret.slice(0, 20)])
        expect(output.includes(form) ? output.slice(Math.max(0, output.indexOf(form) - 200)).slice(0, 400) : "").toBe(
          "",
        );
    expect(output.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("{"))).toEqual([]);
    expect(lines().filter(({ at }) => typeof at !== "string")).toEqual([]);
    const [refused] = lines().filter(({ event }) => event === "Redirect url not allowed");
    expect(await logged(String(refused?.requestId))).toHaveLength(2);
  });
});
