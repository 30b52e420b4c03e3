/** The speech worker: engines and codecs behind a service binding. Not public. */
import { WorkerEntrypoint } from "cloudflare:workers";
import { createOutsideEngine, outsideEngineIds } from "../adapters/speech";
import { type EngineSettings, settingsProblems } from "../adapters/speech/settings-problems";
import { type AssetEnvironment, createAssetLoader } from "./engines/asset-loader";
import { EmbeddedEngines } from "./engines/embedded";
import fliteModule from "./generated/flite.wasm";
import mp3 from "./generated/mp3.wasm";
import mpg123 from "./generated/mpg123.wasm";
import opus from "./generated/opus.wasm";
import type {
  EngineId,
  OutputFormat,
  SpeakRequest,
  SpeechCapabilities,
  SpeechMeasurement,
  SpeechService,
  SummaryFrame,
} from "./protocol";
import { decodeAudio, pcm16OfSamples, transcode } from "./sound";
import { Productions, streamFrames } from "./synthesis/frame-stream";
import { type SendFrames, SpokenSound } from "./synthesis/sound-in-making";
import { type SpeechSurroundings, speakFrames } from "./synthesis/speak";
import { Turns } from "./synthesis/turns";

export interface SpeechEnvironment extends AssetEnvironment, EngineSettings {
  /** `off` leaves the GPL engine out; only English is left. */
  ESPEAK?: string;
  /** `off` lets eSpeak speak English too. */
  FLITE?: string;
}

/** False in builds with `LEAVE_OUT_ESPEAK=1`; then the engine's module and data are no part of the worker. */
declare const INCLUDE_ESPEAK: boolean | undefined;
const includesEspeak = typeof INCLUDE_ESPEAK === "undefined" || INCLUDE_ESPEAK;

const CODECS = { mp3, opus, mpg123 };
const turns = new Turns();
const productions = new Productions();
/** Engines stay loaded between requests; the settings they depend on do not change within a process. */
let engines: EmbeddedEngines | null = null;

function enginesFor(environment: SpeechEnvironment): EmbeddedEngines {
  engines ??= new EmbeddedEngines({
    fliteModule,
    loadEspeak: async (loadAsset) => {
      // Written so that the bundler sees a dead branch.
      if (typeof INCLUDE_ESPEAK === "undefined" || INCLUDE_ESPEAK) {
        return (await import("./engines/espeak")).createEspeak(loadAsset);
      }
      throw new Error("built without eSpeak NG");
    },
    loadAsset: createAssetLoader(environment),
    fliteEnabled: environment.FLITE !== "off",
    espeakEnabled: includesEspeak && environment.ESPEAK !== "off",
  });
  return engines;
}

export default class SpeechWorker extends WorkerEntrypoint<SpeechEnvironment> implements SpeechService {
  async speak(request: SpeakRequest): Promise<ReadableStream<Uint8Array>> {
    return this.send((signal) => speakFrames(request, this.surroundings(), signal));
  }

  async openSound(format: OutputFormat): Promise<SpokenSound> {
    return new SpokenSound(format, this.surroundings(), this.send);
  }

  private readonly send: SendFrames = (speak) => {
    const listener = new AbortController();
    const { stream, ended } = streamFrames(speak(listener.signal), productions.start(), () => listener.abort());
    // Kept alive until production has ended, so that what it holds is given back when the listener leaves.
    this.ctx.waitUntil(ended);
    return stream;
  };

  async measure(request: SpeakRequest): Promise<SpeechMeasurement> {
    const startedMs = Date.now();
    let summary: SummaryFrame | undefined;
    for await (const frames of speakFrames(request, this.surroundings(), new AbortController().signal)) {
      for (const frame of frames) {
        if (frame.type === "error") throw new Error(frame.error.message);
        if (frame.type === "summary") summary = frame.summary;
      }
    }
    if (!summary) throw new Error("the speech ended without a summary");
    const { firstUnitMs, engineMs, durationSeconds } = summary;
    return { firstUnitMs, engineMs, totalMs: Date.now() - startedMs, audioSeconds: durationSeconds };
  }

  private surroundings(): SpeechSurroundings {
    return {
      engines: enginesFor(this.env),
      codecs: CODECS,
      turns,
      findOutsideEngine: (id) => createOutsideEngine(id, this.env, CODECS),
      reportFailure(requestId, error) {
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
        const message = error instanceof Error ? error.message : String(error);
        console.error(JSON.stringify({ level: "error", event: "speech_failed", requestId, message, cause }));
      },
    };
  }

  async transcode(pcm: Uint8Array, sampleRateHz: number, format: OutputFormat): Promise<Uint8Array> {
    return transcode(pcm, sampleRateHz, format, CODECS);
  }

  async decode(bytes: Uint8Array, format: OutputFormat): Promise<{ pcm: Uint8Array; sampleRateHz: number }> {
    const { samples, sampleRateHz } = decodeAudio(bytes, format, CODECS);
    return { pcm: pcm16OfSamples(samples), sampleRateHz };
  }

  async capabilities(): Promise<SpeechCapabilities> {
    const languages = await enginesFor(this.env).languages();
    const outside = outsideEngineIds.map((id) => createOutsideEngine(id, this.env, CODECS));
    return {
      engines: [
        {
          id: "embedded",
          available: languages.length > 0,
          missing: languages.length > 0 ? [] : ["FLITE", "ESPEAK"],
          streaming: true,
          timings: true,
        },
        ...outside.map(({ id, missing, streaming, timings }) => ({
          id,
          available: missing.length === 0,
          missing,
          streaming,
          timings,
        })),
      ],
      languages,
    };
  }

  async settingsProblems(engine: EngineId): Promise<string[]> {
    return settingsProblems(this.env, engine, CODECS);
  }

  async load(): Promise<{ active: number }> {
    // Who asks means to send requests soon: the voices are there when the first one comes.
    this.ctx.waitUntil(
      enginesFor(this.env)
        .warm()
        .catch(() => {}),
    );
    return { active: productions.countActive() };
  }
}
