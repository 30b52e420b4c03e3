/**
 * The one audio element of the product and what it is doing, apart from React: it lives as long as the page, so playback
 * survives navigation. Screens subscribe to snapshots.
 */
import { durationOf, type PlayerItem, type PlayerState, withPlainNames } from "./player-item";
import { StreamingAudio } from "./streaming-audio";
import type { CharacterTimes, SpeechPiece } from "./streaming-speech";

export interface PlayerSnapshot {
  state: PlayerState;
  item: PlayerItem | null;
  speed: number;
  durationSeconds: number;
  /** Seconds of this item that were really heard; the feedback widget waits for three. */
  heardSeconds: number;
  /** Times of the characters known so far. */
  times: CharacterTimes;
  /** Whether the sound is still being made. */
  streaming: boolean;
}

const NO_TIMES: CharacterTimes = { characters: [], startSeconds: [], endSeconds: [] };
const IDLE: PlayerSnapshot = {
  state: "idle",
  item: null,
  speed: 1,
  durationSeconds: 0,
  heardSeconds: 0,
  times: NO_TIMES,
  streaming: false,
};

export class PlayerController {
  private snapshot: PlayerSnapshot = IDLE;
  private readonly listeners = new Set<() => void>();
  private stream: StreamingAudio | undefined;
  private objectUrl: string | undefined;
  private savedSound: Blob | undefined;
  private lastPosition = 0;
  /** Grows with each load, so that a late event of an earlier item is ignored. */
  private generation = 0;

  constructor(
    private readonly audio: HTMLAudioElement,
    private readonly onError: (message: string) => void,
  ) {
    const on = (event: string, listener: () => void) => audio.addEventListener(event, listener);
    on("playing", () => this.update({ state: "playing" }));
    on("waiting", () => this.snapshot.item && this.update({ state: "loading" }));
    on("pause", () => !audio.ended && this.snapshot.state !== "idle" && this.update({ state: "paused" }));
    on("ended", () => this.update({ state: "ended" }));
    on("durationchange", () => this.update({ durationSeconds: durationOf(this.snapshot.item, audio.duration) }));
    on("timeupdate", () => this.countHeard());
    on("error", () => this.fail());
  }

  getSnapshot = (): PlayerSnapshot => this.snapshot;
  getPositionSeconds = (): number => this.audio.currentTime;
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Loads a finished sound from an address (blob or http) and plays it. */
  playUrl(item: PlayerItem, url: string, options: { autoStart?: boolean; times?: CharacterTimes } = {}): void {
    this.load(item, url, false, options.times);
    if (options.autoStart !== false) void this.play();
    else this.update({ state: "paused" });
  }

  /** Plays a sound whose bytes are at hand; they also serve the download. */
  playBlob(item: PlayerItem, blob: Blob, options: { autoStart?: boolean; times?: CharacterTimes } = {}): void {
    const url = URL.createObjectURL(blob);
    this.playUrl(item, url, options);
    this.objectUrl = url;
    this.savedSound = blob;
  }

  /** Plays a sound while it is made; resolves with the whole when the last piece has come. Throws what `pieces` throws. */
  async playPieces(item: PlayerItem, pieces: AsyncIterable<SpeechPiece>): Promise<Blob> {
    this.load(item, undefined, true);
    const mine = this.generation;
    const stream = new StreamingAudio({
      onUrl: (url) => {
        if (mine !== this.generation) return;
        this.audio.src = url;
        this.audio.playbackRate = this.snapshot.speed;
        void this.play();
      },
      onError: (error) => mine === this.generation && this.onError(error.message),
      getPositionSeconds: () => this.audio.currentTime,
    });
    this.stream = stream;
    this.audio.disableRemotePlayback = true;
    let unfinished = true;
    try {
      for await (const { audio, times } of pieces) {
        stream.append(audio);
        if (mine === this.generation) this.update({ times: joinTimes(this.snapshot.times, times) });
      }
      unfinished = false;
    } finally {
      // What came before a failure can still be heard.
      const whole = stream.end();
      if (mine === this.generation) {
        this.savedSound = whole;
        const held = this.snapshot.item;
        this.update({ streaming: false, item: held && { ...held, unfinished } });
      }
    }
    return stream.toBlob();
  }

  /** Adds what became known about the item in hand (file name, peaks, duration). */
  describe(id: string, known: Partial<PlayerItem>): void {
    const { item } = this.snapshot;
    if (!item || item.id !== id) return;
    const described = { ...item, ...known };
    this.update({ item: described, durationSeconds: durationOf(described, this.audio.duration) });
  }

  toggle(): void {
    if (!this.snapshot.item) return;
    if (this.audio.paused || this.audio.ended) void this.play();
    else this.audio.pause();
  }

  pause(): void {
    this.audio.pause();
  }

  seek(seconds: number): void {
    const target = Math.min(Math.max(0, seconds), this.snapshot.durationSeconds);
    // A long stream lets go of what was heard long ago; the whole is at hand once it is complete.
    if (this.stream && this.savedSound && !this.isBuffered(target)) this.switchToWholeSound();
    this.audio.currentTime = target;
    this.lastPosition = target;
    const { state, durationSeconds } = this.snapshot;
    this.update({ state: state === "ended" && target < durationSeconds ? "paused" : state });
  }

  skip(seconds: number): void {
    this.seek(this.audio.currentTime + seconds);
  }

  setSpeed(speed: number): void {
    this.audio.playbackRate = speed;
    this.audio.defaultPlaybackRate = speed;
    this.update({ speed });
  }

  /** The sound itself where its bytes are at hand; the fallback of a download. */
  getSound(): Blob | undefined {
    return this.savedSound;
  }

  /** Empties the player. */
  close(): void {
    this.release();
    this.audio.removeAttribute("src");
    this.audio.load();
    this.snapshot = { ...IDLE, speed: this.snapshot.speed };
    this.notify();
  }

  private load(item: PlayerItem, url: string | undefined, streaming: boolean, times: CharacterTimes = NO_TIMES): void {
    this.release();
    this.lastPosition = 0;
    this.update({
      state: "loading",
      item: withPlainNames(item),
      streaming,
      times,
      heardSeconds: 0,
      durationSeconds: durationOf(item, Number.NaN),
    });
    if (url !== undefined) this.audio.src = url;
    this.audio.playbackRate = this.snapshot.speed;
  }

  private async play(): Promise<void> {
    try {
      await this.audio.play();
    } catch (error) {
      // A browser that forbids autoplay is no fault: the play button is there. Source: spec 001, section 4.
      if (error instanceof DOMException && error.name === "NotAllowedError") {
        console.info("Autoplay was blocked");
        this.update({ state: "paused" });
      }
    }
  }

  private fail(): void {
    if (!this.snapshot.item || !this.audio.getAttribute("src")) return;
    const reason = this.audio.error?.message ?? "";
    this.update({ state: "paused" });
    this.onError(`We are sorry, something went wrong. ${reason}`.trim());
  }

  private countHeard(): void {
    const step = this.audio.currentTime - this.lastPosition;
    this.lastPosition = this.audio.currentTime;
    // A jump is a seek, not listening.
    if (step > 0 && step < 2) this.update({ heardSeconds: this.snapshot.heardSeconds + step });
  }

  private switchToWholeSound(): void {
    const wasPlaying = !this.audio.paused;
    this.stream?.dispose();
    this.stream = undefined;
    this.objectUrl = URL.createObjectURL(this.savedSound as Blob);
    this.audio.src = this.objectUrl;
    if (wasPlaying) void this.play();
  }

  private isBuffered(seconds: number): boolean {
    const { buffered } = this.audio;
    for (let i = 0; i < buffered.length; i++)
      if (buffered.start(i) <= seconds && seconds <= buffered.end(i)) return true;
    return false;
  }

  private release(): void {
    this.generation++;
    this.stream?.dispose();
    this.stream = undefined;
    if (this.objectUrl) URL.revokeObjectURL(this.objectUrl);
    this.objectUrl = undefined;
    this.savedSound = undefined;
    this.audio.pause();
  }

  private update(change: Partial<PlayerSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

function joinTimes(known: CharacterTimes, more: CharacterTimes): CharacterTimes {
  if (more.characters.length === 0) return known;
  return {
    characters: [...known.characters, ...more.characters],
    startSeconds: [...known.startSeconds, ...more.startSeconds],
    endSeconds: [...known.endSeconds, ...more.endSeconds],
  };
}
