import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listenPort } from "../../../workers/tooling/listen-port.mjs";
import { Restarts } from "../../../workers/tooling/restarts.mjs";
import { namesOfSpeech, speechProcesses } from "../../../workers/tooling/speech-names.mjs";
import { withoutStrictTransport } from "../../../workers/tooling/worker-options.mjs";

describe("starting an ended process again", () => {
  it("happens at once three times a minute, then after pauses that double up to half a minute", () => {
    const restarts = new Restarts();
    expect(Array.from({ length: 10 }, (_, i) => restarts.next(i * 100))).toEqual([
      ...[0, 0, 0],
      ...[1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
    ]);
  });

  it("happens at once again after a quiet minute", () => {
    const restarts = new Restarts();
    for (let i = 0; i < 6; i++) restarts.next(i);
    expect(restarts.next(60_006)).toBe(0);
  });

  it("happens at most a dozen times a minute, however soon it ends", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 60, maxLength: 60 }), (livedMs) => {
        const restarts = new Restarts();
        let nowMs = 0;
        const startedAtMs = livedMs.map((ms) => {
          nowMs += ms;
          nowMs += restarts.next(nowMs);
          return nowMs;
        });
        for (const fromMs of startedAtMs)
          expect(startedAtMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + 60_000).length).toBeLessThanOrEqual(12);
      }),
    );
  });
});

it("has a speech process for each core, up to eight, and one where nothing is known of cores", () => {
  expect([0, 1, 2, 4, 8, 64].map((cores) => namesOfSpeech(cores).length)).toEqual([1, 1, 2, 4, 8, 8]);
  expect(namesOfSpeech(3)).toEqual(["speech", "speech-1", "speech-2"]);
});

describe("the number of speech processes", () => {
  it("is that of the cores unless it is set", () => {
    expect([undefined, "", "1", "8"].map((text) => speechProcesses(text, 4))).toEqual([4, 4, 1, 8]);
  });

  it.each(["0", "9", "-1", "1.5", "two", " 1"])("is refused, with what it may be: %j", (text) => {
    expect(() => speechProcesses(text, 4)).toThrow(
      `PARLANDO_SPEECH_PROCESSES must be a number from 1 to 8; it is "${text}".`,
    );
  });
});

describe("the port", () => {
  it("is 8787 unless it is set", () => {
    expect([undefined, "", "0", "80", "65535"].map((text) => listenPort(text))).toEqual([8787, 8787, 0, 80, 65535]);
  });

  it.each(["65536", "-1", "1e3", "0x50", "80 ", "8787.0", "http"])("is refused when it is none: %s", (text) => {
    expect(() => listenPort(text)).toThrow(`PORT must be a number from 0 to 65535; it is "${text}".`);
  });
});

describe("the headers of static files", () => {
  const headers = readFileSync(path.resolve(import.meta.dirname, "../../../public/_headers"), "utf8");

  it("send browsers to TLS where the site is deployed", () => {
    expect(headers).toMatch(/^\/\*$[\s\S]*strict-transport-security: max-age=31536000; includeSubDomains$/m);
  });

  it("lose that one line outside production, and no other", () => {
    const local = withoutStrictTransport(headers);
    expect(local).not.toMatch(/strict-transport/i);
    expect(headers.split("\n").filter((line) => !local.split("\n").includes(line))).toHaveLength(1);
  });
});
