/** Which embedded engine speaks a language: flite English, eSpeak NG everything else, each unless it is switched off. */
import { type AssetLoader, type EmbeddedEngine, EngineError } from "./engine";
import { createFliteEngine } from "./flite/engine";
import { FliteRuntime } from "./flite/runtime";
import { SharedLoad } from "./shared-load";

export interface EmbeddedEngineOptions {
  fliteModule: WebAssembly.Module;
  /** Loads the GPL module; never called where eSpeak is switched off. */
  loadEspeak(loadAsset: AssetLoader): Promise<EspeakPart>;
  loadAsset: AssetLoader;
  /** Switched off by `FLITE=off` and `ESPEAK=off`. */
  fliteEnabled: boolean;
  espeakEnabled: boolean;
}

/** What the GPL module offers. */
export interface EspeakPart {
  engine: EmbeddedEngine;
  speaks(language: string): boolean;
  languages(): string[];
}

export class EmbeddedEngines {
  private readonly flite: { runtime: FliteRuntime; engine: EmbeddedEngine } | null;
  private readonly espeak: SharedLoad<EspeakPart>;

  constructor(private readonly options: EmbeddedEngineOptions) {
    const runtime = new FliteRuntime(options.fliteModule, options.loadAsset);
    this.espeak = new SharedLoad(() => loadEspeak(options));
    this.flite = options.fliteEnabled ? { runtime, engine: createFliteEngine(runtime) } : null;
  }

  /** Null if no engine that is switched on speaks it. */
  async findFor(language: string): Promise<EmbeddedEngine | null> {
    if (this.flite && isEnglish(language)) return this.flite.engine;
    if (!this.options.espeakEnabled) return null;
    const espeak = await this.espeak.get();
    return espeak.speaks(language) ? espeak.engine : null;
  }

  /** Why no engine speaks the language, naming the setting that would change it. */
  whyNot(language: string): string {
    if (isEnglish(language)) return "English cannot be spoken: FLITE and ESPEAK are both set to off.";
    if (!this.options.espeakEnabled) return `The language ${language} needs eSpeak NG, and ESPEAK is set to off.`;
    return `The language ${language} is not supported by the built-in speech engines.`;
  }

  /** Base codes of what can be spoken, sorted. */
  async languages(): Promise<string[]> {
    const codes = new Set(this.options.espeakEnabled ? (await this.espeak.get()).languages() : []);
    if (this.flite) codes.add("en");
    return [...codes].sort();
  }

  /** Loads what the first English request needs. */
  async warm(): Promise<void> {
    await this.flite?.runtime.warm();
  }
}

async function loadEspeak({ loadEspeak, loadAsset }: EmbeddedEngineOptions): Promise<EspeakPart> {
  try {
    return await loadEspeak(loadAsset);
  } catch (cause) {
    throw new EngineError("eSpeak could not be loaded", { cause });
  }
}

const isEnglish = (language: string) => /^en(?:$|[-_])/i.test(language);
