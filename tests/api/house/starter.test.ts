import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { leastTierFor } from "../../../app/domains/speech/rules";
import { OUTPUT_FORMATS } from "../../../workers/speech/protocol";
import { expectSoundIn } from "../../support/sound-format";
import { Visitor } from "../../support/visitor";
import {
  eventually,
  getJson,
  historyAudio,
  isAlive,
  newState,
  noted,
  productOf,
  speak,
  starterOf,
} from "./own-products";

/** A start takes seconds on a machine at leisure. */
const SOME_STARTS_MS = 240_000;

describe("a starter", () => {
  it(
    "keeps account, key and history over stops and kills, and ends what a killed one left behind",
    async () => {
      const state = newState();
      const first = await productOf({ state });
      const spoken = await speak(first.info, "This must be there tomorrow.");
      const { pid, workerd } = noted(state);
      expect(pid).toBe(first.starter.pid);
      expect(workerd.length).toBeGreaterThanOrEqual(3);
      expect(first.starter.workerds().sort()).toEqual([...workerd].sort());

      // Another one on the same folder is turned away, and takes nothing from the first.
      const second = await starterOf({ state });
      expect(await second.ended).toBe(1);
      expect(second.output()).toContain(`${state} is in use by another Parlando (process ${pid}).`);
      expect((await fetch(`${first.info.url}/healthz`)).status).toBe(200);

      expect(await first.starter.stop("SIGINT")).toBe(0);
      expect(workerd.filter(isAlive)).toEqual([]);
      expect(existsSync(path.join(state, "server.json"))).toBe(false);

      const again = await productOf({ state });
      expect(again.info).toMatchObject({
        email: first.info.email,
        password: first.info.password,
        apiKey: first.info.apiKey,
      });
      expect(await historyAudio(again.info, spoken.historyItemId)).toEqual(spoken.bytes);
      const visitor = new Visitor(again.info.url);
      const { email, password } = first.info;
      expect((await visitor.submit("/app/sign-in", { email, password })).status).toBe(302);

      const left = noted(state).workerd;
      await again.starter.kill({ orphans: false });
      expect(left.filter(isAlive)).toEqual(left);

      // On the port that the orphans still hold.
      const third = await productOf({ state, port: again.starter.port });
      expect(left.filter(isAlive)).toEqual([]);
      expect(await historyAudio(third.info, spoken.historyItemId)).toEqual(spoken.bytes);
      const mine = noted(state).workerd;
      expect(await third.starter.stop("SIGTERM")).toBe(0);
      expect(mine.filter(isAlive)).toEqual([]);
    },
    SOME_STARTS_MS,
  );

  it("says that its port is in use, and leaves nothing running", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const state = newState();
    const starter = await starterOf({ port, state });
    expect(await starter.ended).toBe(1);
    expect(starter.output().trim()).toMatch(
      new RegExp(`^Port ${port} is in use\\. Stop what uses it, or choose another: PORT=\\d+ npm start$`),
    );
    expect(starter.workerds()).toEqual([]);
    expect(existsSync(path.join(state, "server.json"))).toBe(false);
    server.close();
  });

  it.each(["eighty", "8787.5", "65536", "-1", "0x50"])("refuses %s as a port", async (port) => {
    const starter = await starterOf({ port, state: newState() });
    expect(await starter.ended).toBe(1);
    expect(starter.output().trim()).toBe(`PORT must be a number from 0 to 65535; it is "${port}".`);
  });

  it("says that a state folder cannot be made", async () => {
    const starter = await starterOf({ state: "/proc/nowhere" });
    expect(await starter.ended).toBe(1);
    expect(starter.output().trim()).toBe(
      "The state folder /proc/nowhere cannot be used (ENOENT). Set PARLANDO_STATE to one that can.",
    );
  });

  it("says that a state folder cannot be used", async () => {
    const file = path.join(newState(), "file");
    writeFileSync(file, "");
    const starter = await starterOf({ state: file });
    expect(await starter.ended).toBe(1);
    expect(starter.output().trim()).toBe(
      `The state folder ${file} cannot be used (a file is in its place). Set PARLANDO_STATE to one that can.`,
    );
  });

  it(
    "names all variables it cannot use, and leaves nothing running",
    async () => {
      const state = newState();
      const environment = { SMTP_URL: "foo", SESSION_SECRET: "short", SPEECH_ENGINE: "parrot" };
      const starter = await starterOf({ state, environment });
      expect(await starter.ended).toBe(1);
      const output = starter.output();
      expect(output).toContain("This installation is not configured yet:");
      expect(output).toContain("- SMTP_URL: must look like smtp://user:password@host:port");
      expect(output).toContain("- SESSION_SECRET: needs at least 32 characters");
      expect(output).toMatch(/- SPEECH_ENGINE: .*openai-compatible/);
      expect(output).not.toContain("short");
      expect(starter.workerds()).toEqual([]);
      expect(existsSync(path.join(state, "server.json"))).toBe(false);
    },
    SOME_STARTS_MS,
  );

  it(
    "names the settings of the engines it cannot use",
    async () => {
      const environment = { SPEECH_ENGINE: "openai-compatible", UPSTREAM_URL: "foo", VIDEO_ENCODER: "fast" };
      const starter = await starterOf({ state: newState(), environment });
      expect(await starter.ended).toBe(1);
      expect(starter.output()).toContain("This installation is not configured yet:");
      expect(starter.output()).toContain("- SPEECH_URL: required where SPEECH_ENGINE is openai-compatible");
      expect(starter.output()).toContain("- UPSTREAM_URL: must be an address that starts with http:// or https://");
      expect(starter.output()).toContain('- VIDEO_ENCODER: must be "moves" or "plain"');
      expect(starter.workerds()).toEqual([]);
    },
    SOME_STARTS_MS,
  );

  it(
    "ends cleanly when it is told to in the middle of starting",
    async () => {
      const state = newState();
      const starter = await starterOf({ state });
      await eventually(
        () => starter.workerds().length,
        (count) => count > 0,
      );
      await starter.stop("SIGTERM");
      await eventually(
        () => starter.workerds(),
        (left) => left.length === 0,
      );
      expect(existsSync(path.join(state, "server.json"))).toBe(false);
    },
    SOME_STARTS_MS,
  );
});

describe("the file that tells how to use an installation", () => {
  const state = newState();
  let first: Awaited<ReturnType<typeof productOf>>;
  beforeAll(async () => {
    first = await productOf({ state, environment: { DEMO_TIER: "pro" } });
  }, SOME_STARTS_MS);

  it.each(OUTPUT_FORMATS.filter((format) => leastTierFor(format) !== null))(
    "is for a workspace on the plan of DEMO_TIER, which speaks in %s",
    async (format) => {
      const { info } = first;
      const response = await fetch(`${info.url}/v1/text-to-speech/${info.voiceId}?output_format=${format}`, {
        method: "POST",
        headers: { "xi-api-key": info.apiKey, "content-type": "application/json" },
        body: JSON.stringify({ text: "One two.", model_id: "eleven_flash_v2_5" }),
      });
      await expectSoundIn(format, response);
    },
    SOME_STARTS_MS,
  );

  it(
    "is made anew where it was lost, for the same account",
    async () => {
      await first.starter.stop();
      writeFileSync(path.join(state, "dev.json"), '{ "url": "htt');
      const { info } = await productOf({ state });
      expect(info.email).toBe(first.info.email);
      expect(JSON.parse(readFileSync(path.join(state, "dev.json"), "utf8"))).toMatchObject({ apiKey: info.apiKey });
      expect(await getJson(info, "/v1/user")).toMatchObject({ user_id: expect.any(String) });
      // The key that nobody knew any more still belongs to the same person.
      expect(await getJson({ ...info, apiKey: first.info.apiKey }, "/v1/user")).toEqual({
        ...(await getJson<object>(info, "/v1/user")),
        xi_api_key_preview: expect.any(String),
      });
      const visitor = new Visitor(info.url);
      expect((await visitor.submit("/app/sign-in", { email: info.email, password: info.password })).status).toBe(302);
    },
    SOME_STARTS_MS,
  );
});
