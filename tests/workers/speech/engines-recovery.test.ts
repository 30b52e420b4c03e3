import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { type AssetEnvironment, createAssetLoader } from "../../../workers/speech/engines/asset-loader";
import { EmbeddedEngines } from "../../../workers/speech/engines/embedded";
import { type AssetLoader, EngineError } from "../../../workers/speech/engines/engine";
import { type EspeakGlue, EspeakRuntime } from "../../../workers/speech/engines/espeak/module";
import { FliteRuntime } from "../../../workers/speech/engines/flite/runtime";
import { WasiHost } from "../../../workers/speech/engines/flite/wasi";
import { SharedLoad } from "../../../workers/speech/engines/shared-load";
import fliteModule from "../../../workers/speech/generated/flite.wasm";

const loadAsset = createAssetLoader(env as unknown as AssetEnvironment);
const loadGlue = async (): Promise<EspeakGlue> => (await import("../../../workers/speech/generated/espeak.js")).default;
const loadEspeak = async (load: AssetLoader) =>
  (await import("../../../workers/speech/engines/espeak")).createEspeak(load);
const hello = { base: "slt", text: "Hello there." } as const;

const fingerprint = async ({ samples }: { samples: Float32Array }) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", samples as Float32Array<ArrayBuffer>)).join(".");

describe("an engine that fails", () => {
  it("says the next text as if nothing had happened (flite)", async () => {
    let trapsIn = 0;
    const original = WasiHost.prototype.importsFor;
    vi.spyOn(WasiHost.prototype, "importsFor").mockImplementation(function (this: WasiHost, module) {
      const imports = original.call(this, module);
      const functions = imports.wasi_snapshot_preview1 as Record<string, (...values: number[]) => number>;
      const write = functions.fd_write!;
      // A trap in the middle of a run, with memory half written.
      functions.fd_write = (...values) => {
        if (trapsIn > 0 && --trapsIn === 0) throw new WebAssembly.RuntimeError("unreachable");
        return write(...values);
      };
      return imports;
    });
    const runtime = new FliteRuntime(fliteModule, loadAsset);
    const before = await runtime.run(hello);
    trapsIn = 1;
    await expect(runtime.run({ ...hello, text: "This one fails." })).rejects.toThrow(EngineError);
    expect(await fingerprint(await runtime.run(hello))).toBe(await fingerprint(before));
    vi.restoreAllMocks();
  });

  it("says the next text as if nothing had happened (eSpeak)", async () => {
    const runtime = new EspeakRuntime(loadGlue, loadAsset);
    const say = { text: "Guten Tag.", voice: "de+f2", dictionary: "de", wordsPerMinute: 175, pitch: 50, range: 50 };
    const before = await runtime.say(say);
    await expect(runtime.say({ ...say, voice: "no-such-voice" })).rejects.toThrow(EngineError);
    expect(await fingerprint(await runtime.say(say))).toBe(await fingerprint(before));
  });

  it("loads its data again when loading failed once", async () => {
    let attempts = 0;
    const flaky: AssetLoader = async (name) => {
      attempts++;
      if (attempts === 1) throw new EngineError("no data");
      return loadAsset(name);
    };
    const runtime = new FliteRuntime(fliteModule, flaky);
    await expect(runtime.run(hello)).rejects.toThrow("no data");
    expect((await runtime.run(hello)).samples.length).toBeGreaterThan(8000);
  });

  it("leaves nothing of one run in the next", async () => {
    const runtime = new FliteRuntime(fliteModule, loadAsset);
    const first = await runtime.run(hello);
    await runtime.run({
      base: "rms",
      text: "Something else, with a lexicon: plonada.",
      lexicon: "plonada 0 : t ax0 m aa1 t ow0\n",
      f0Hz: 140,
      alpha: 0.5,
    });
    await runtime.run({ ...hello, alpha: 0.5, beta: 0.1, durationStretch: 2, f0Hz: 260, f0SpreadHz: 5 });
    expect(await fingerprint(await runtime.run(hello))).toBe(await fingerprint(first));
  });
});

describe("what is loaded once", () => {
  it("is loaded by one of those who ask at the same time", async () => {
    let loads = 0;
    const shared = new SharedLoad(async () => {
      loads++;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { loads };
    });
    const values = await Promise.all([shared.get(), shared.get(), shared.get()]);
    expect(loads).toBe(1);
    expect(new Set(values).size).toBe(1);
    shared.discard();
    expect((await shared.get()).loads).toBe(2);
  });
});

describe("engines that are switched off", () => {
  const engines = (fliteEnabled: boolean, espeakEnabled: boolean) =>
    new EmbeddedEngines({ fliteModule, loadEspeak, loadAsset, fliteEnabled, espeakEnabled });

  it("leave English to eSpeak without flite", async () => {
    expect((await engines(true, true).findFor("en-US"))?.name).toBe("flite");
    expect((await engines(false, true).findFor("en-US"))?.name).toBe("espeak");
  });

  it("leave only English without eSpeak, and say why", async () => {
    const withoutEspeak = engines(true, false);
    expect(await withoutEspeak.findFor("de")).toBeNull();
    expect(withoutEspeak.whyNot("de")).toContain("ESPEAK");
    expect(await withoutEspeak.languages()).toEqual(["en"]);
  });
});
