/**
 * What the site and the speech worker say to each other over the service binding.
 *
 * One call, `speak(request)`, answers a byte stream of frames (see `frames.ts`): encoded audio and, for each stretch of
 * audio, where in time each character of the text is heard. Everything from text to encoded bytes happens in the speech
 * worker, whatever the engine, so that the site's thread never synthesizes.
 */

/** Which engine speaks. `embedded` ships with the product; the others are chosen by environment variables. */
export type EngineId = "embedded" | "openai-compatible" | "workers-ai" | "elevenlabs-compatible";

/** Voice settings as on the wire, with the contract's defaults and bounds. */
export interface VoiceSettings {
  /** 0..1 (0.5). Low: lively, wide F0 spread. High: even. */
  stability: number;
  /** 0..1 (0.75). How far the voice's own formants and tone are applied, from the engine's base voice. */
  similarityBoost: number;
  /** 0..1 (0). Widens F0 range and pace contrast. */
  style: number;
  /** Adds presence and a little loudness (true). */
  useSpeakerBoost: boolean;
  /** 0.7..1.2 (1). Duration is 1/speed of the neutral one. */
  speed: number;
}

export type EqualizerBand = {
  type: "peak" | "highshelf" | "lowshelf" | "highpass" | "lowpass";
  frequencyHz: number;
  gainDb: number;
  q: number;
};

/** How flite makes this voice. All values are absolute at neutral settings. */
export interface FliteVoice {
  base: "slt" | "rms" | "awb" | "kal16";
  /** Mean F0; null keeps the base voice's own contour. */
  f0Hz: number | null;
  f0SpreadHz: number | null;
  /** Formant shift in semitones, through the vocoder's all-pass constant (resampling for kal16). */
  formantSemitones: number;
  /** Vocoder postfilter strength, 0.4 unless measured better. */
  beta: number;
  /** 1 is the base voice's own pace. */
  rate: number;
  equalizer: EqualizerBand[];
  /** Gain that brings this voice to −16 LUFS on average, before the level follower. */
  gainDb: number;
}

/** How eSpeak NG makes this voice (every language but English, and English when flite is switched off). */
export interface EspeakVoice {
  /** eSpeak variant, e.g. `f2`, `klatt6`. */
  variant: string;
  /** 0..99, eSpeak's scale (50 is the variant's own). */
  pitch: number;
  /** 0..99, pitch range. */
  range: number;
  /** 1 is 175 words a minute. */
  rate: number;
  equalizer: EqualizerBand[];
  gainDb: number;
}

/** A voice as the engines need it. `voiceId` and `upstreamVoice` serve engines outside. */
export interface SpeakerVoice {
  voiceId: string;
  name: string;
  gender: "female" | "male" | "neutral";
  /** BCP 47, the language the voice was made for. */
  nativeLanguage: string;
  flite: FliteVoice;
  espeak: EspeakVoice;
  /** Name of this voice at an outside engine; the engine's own default when absent. */
  upstreamVoice?: string;
}

export const OUTPUT_FORMATS = [
  "mp3_22050_32",
  "mp3_24000_48",
  "mp3_44100_32",
  "mp3_44100_64",
  "mp3_44100_96",
  "mp3_44100_128",
  "mp3_44100_192",
  "pcm_8000",
  "pcm_16000",
  "pcm_22050",
  "pcm_24000",
  "pcm_32000",
  "pcm_44100",
  "pcm_48000",
  "wav_8000",
  "wav_16000",
  "wav_22050",
  "wav_24000",
  "wav_32000",
  "wav_44100",
  "wav_48000",
  "ulaw_8000",
  "alaw_8000",
  "opus_48000_32",
  "opus_48000_64",
  "opus_48000_96",
  "opus_48000_128",
  "opus_48000_192",
] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** One voice saying one text. A dialogue has several, in order; plain speech has one. */
export interface SpeakEntry {
  text: string;
  voice: SpeakerVoice;
  settings: VoiceSettings;
}

export interface SpeakRequest {
  requestId: string;
  engine: EngineId;
  modelId: string;
  entries: SpeakEntry[];
  outputFormat: OutputFormat;
  /** ISO 639-1 (or BCP 47) if the caller named one; otherwise detected from each entry's text. */
  languageCode?: string;
  /** Same request and seed: same bytes. */
  seed: number;
  /** Whether numbers, dates and the like are spelled out before the engine. */
  normalization: "auto" | "on" | "off";
  /**
   * `tags`: bracketed delivery tags ([whispers], [slow] …) are acted on and never spoken (eleven_v3 models). `…-without-ssml`:
   * what stands in angle brackets is text.
   */
  markup: "plain" | "tags" | "plain-without-ssml" | "tags-without-ssml";
  /** Neighbouring text, so that a piece of a longer text is spoken with fitting prosody. */
  previousText?: string;
  nextText?: string;
  /**
   * In a sound of several requests (`openSound`), what comes after this one: more of the text, or a silence of unknown length, before
   * which all that is said here has to have come out. Absent: the sound ends with it.
   */
  followedBy?: "more" | "silence";
}

/**
 * Character times of one stretch of audio. The three arrays have one item for each UTF-16-safe character
 * (`Array.from(text)`), times in seconds from the start of the whole request's audio.
 */
export interface Alignment {
  characters: string[];
  characterStartTimesSeconds: number[];
  characterEndTimesSeconds: number[];
}

/** Sent after the audio of each unit (a clause or sentence). Concatenated over a request, `characters` is the source text. */
export interface TimingFrame {
  /** Which entry of the request, from 0. */
  entryIndex: number;
  /** Over the text as it was given. */
  alignment: Alignment;
  /** Over the text as it was spoken (numbers spelled out …). */
  normalizedAlignment: Alignment;
}

/** The last frame of a stream that ended well. */
export interface SummaryFrame {
  durationSeconds: number;
  sampleRateHz: number;
  /** What each entry was spoken as (detected or given). */
  languages: string[];
  /** Time the engine alone took for its first unit, and in all; for `tts-latency-ms` and the benches. */
  firstUnitMs: number;
  engineMs: number;
  /** Peaks of the whole, 0..255, at most 400, for waveforms. */
  peaks: number[];
}

/** Refusals and failures inside the speech worker; the site maps them to `AppError`. */
export type SpeechErrorCode =
  | "nothing_speakable"
  | "invalid_markup"
  | "unsupported_language"
  | "engine_not_configured"
  | "engine_failed"
  | "engine_timeout"
  | "cancelled";
export interface ErrorFrame {
  code: SpeechErrorCode;
  /** Readable, without secrets; names the missing setting where there is one. */
  message: string;
}

export type SpeechFrame =
  | { type: "audio"; bytes: Uint8Array }
  | { type: "timing"; timing: TimingFrame }
  | { type: "summary"; summary: SummaryFrame }
  | { type: "error"; error: ErrorFrame };

/** What the speech worker's default entrypoint offers. */
export interface SpeechService {
  /** Answers frames, coded as in `frames.ts`. Cancel the reader to stop synthesis. */
  speak(request: SpeakRequest): Promise<ReadableStream<Uint8Array>>;
  /** Begins a sound that several requests make, by one encoder. It lives in this process until it is disposed of. */
  openSound(format: OutputFormat): Promise<SoundInMaking>;
  /** Turns finished 16-bit mono PCM into `format`; for downloads in another format than was made. */
  transcode(pcm: Uint8Array, sampleRateHz: number, format: OutputFormat): Promise<Uint8Array>;
  /** Decodes what we encoded (mp3, wav, pcm, µ-law, A-law, opus) to 16-bit mono PCM. */
  decode(bytes: Uint8Array, format: OutputFormat): Promise<{ pcm: Uint8Array; sampleRateHz: number }>;
  /** Which languages and engines work now, and what is missing for the others. */
  capabilities(): Promise<SpeechCapabilities>;
  /** Does all of `speak` but sends nothing; for benches, which hold the whole API against it. */
  measure(request: SpeakRequest): Promise<SpeechMeasurement>;
  /** What is wrong with the settings where `engine` speaks unless a model says otherwise: a sentence each, without values. */
  settingsProblems(engine: EngineId): Promise<string[]>;
  /** Streams in work, for choosing the least loaded process. */
  load(): Promise<{ active: number }>;
}

/**
 * A sound that several requests make one after the other, all in its format. Its end of the line of samples is a file's own:
 * what the encoder holds back of a request comes with the next one, or with the end.
 */
export interface SoundInMaking extends Disposable {
  /** As the service's `speak`; times and length count from where this request begins. The one before has to have ended. */
  speak(request: SpeakRequest): Promise<ReadableStream<Uint8Array>>;
  /** A silence that lets all come out that was said before, where the last request did not end in one. */
  pause(): Promise<SoundPause>;
  /** The end of the file. Nothing may be spoken after it. */
  finish(): Promise<Uint8Array>;
}

export interface SoundPause {
  bytes: Uint8Array;
  /** How long the silence is. */
  seconds: number;
}

export interface SpeechMeasurement {
  /** The engine's own time for the first unit. */
  firstUnitMs: number;
  engineMs: number;
  /** Engine, mastering and encoder. */
  totalMs: number;
  audioSeconds: number;
}

export interface SpeechCapabilities {
  engines: { id: EngineId; available: boolean; missing: string[]; streaming: boolean; timings: boolean }[];
  /** BCP 47 codes the embedded engines speak. */
  languages: string[];
}
