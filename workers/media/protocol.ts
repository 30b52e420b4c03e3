/** What the media worker is asked and answers, over its service binding. */

/** Spec 000, section 3: labels Multicolor, White and Black. */
export const SHARE_THEMES = ["colour", "light", "dark"] as const;
export type ShareTheme = (typeof SHARE_THEMES)[number];

export const VIDEO_SHAPES = ["square", "portrait"] as const;
export type VideoShape = (typeof VIDEO_SHAPES)[number];

/** What a picture or video of a spoken text shows. */
export interface SharedSpeech {
  /** As it was written, in any script. */
  text: string;
  /** Who made it, by the name that the public sees. */
  speakerName: string;
  /** All who speak, in words: "Clara and Theo". */
  voiceName: string;
  durationSeconds: number;
  /** Loudness over the whole sound, 0..255, any number of them. */
  peaks: readonly number[];
}

/** A word, or what is lit at once in scripts without spaces, with its time in the sound. Joined, they are the text. */
export interface TimedWord {
  text: string;
  startSeconds: number;
  endSeconds: number;
}

export interface CardRequest {
  theme: ShareTheme;
  speech: SharedSpeech;
}

export interface VideoRequest {
  theme: ShareTheme;
  shape: VideoShape;
  speech: SharedSpeech;
  words: readonly TimedWord[];
  /** Mono, 16 bits, little-endian. */
  pcm: ReadableStream<Uint8Array>;
  sampleRateHz: number;
}

export interface MediaService {
  /** Answers when the worker is up: a sentence for each malformed setting. */
  settingsProblems(): string[] | Promise<string[]>;
  /** A PNG of 1200 by 630 pixels. */
  renderCard(request: CardRequest): Promise<Uint8Array>;
  /**
   * An MP4 that can be played while it is loaded (`moov` first). `onProgress` is told the share that is done, 0..1, as often as
   * a person would notice; what it returns or throws ends nothing, but a throw of `cancelled` stops the work.
   */
  renderVideo(request: VideoRequest, onProgress: (done: number) => Promise<void> | void): Promise<Uint8Array>;
}
