/**
 * The one audio element of the product and what it is doing, apart from React: it lives as long as the page, so playback
 * survives navigation. Screens subscribe to snapshots.
 */
import { durationOf, type PlayerItem, withPlainNames } from "./player-item";
import { IDLE, joinTimes, NO_TIMES, type PlayerSnapshot } from "./player-snapshot";
import type { StreamingAudio } from "./streaming-audio";
import type { CharacterTimes, SpeechPiece } from "./streaming-speech";

/** Who chose last what is to play. */
interface PlayerTicket {
  readonly id?: string;
}

export class PlayerController {
  private snapshot: PlayerSnapshot = IDLE;
  private readonly listeners = new Set<() => void>();
  private stream: StreamingAudio | undefined;
  private objectUrl: string | undefined;
  private savedSound: Blob | undefined;
  private lastPosition = 0;
  /** Grows with each load, so that a late event of an earlier item is ignored. */
  private generation = 0;
  /** Of what was chosen last and is still on its way. */
  private awaited: PlayerTicket | null = null;

  constructor(
    private readonly audio: HTMLAudioElement,
    private readonly onError: (message: string) => void,
  ) {
    const on = (event: string, listener: () => void) => audio.addEventListener(event, listener);
    on("play", () => !audio.paused && this.update({ wantsToPlay: true }));
    on("playing", () => !audio.paused && this.update({ state: "playing" }));
    on("waiting", () => this.snapshot.item && this.update({ state: "loading" }));
    // Comes late: of a sound that was left, when the next is already wanted.
    on("pause", () => audio.paused && !audio.ended && this.hasSource() && this.rest());
    on("ended", () => this.update({ state: "ended", wantsToPlay: false }));
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

  /**
   * To be taken when something is chosen whose sound comes later, `id` being the item's: it plays then only if nothing was
   * chosen since.
   */
  claim(id?: string): PlayerTicket {
    this.awaited = { id };
    return this.awaited;
  }

  /** Ends the waiting for a sound that will not come. */
  disclaim(ticket: PlayerTicket): void {
    if (this.awaited === ticket) this.awaited = null;
  }

  /** Whether this item was chosen last and is on its way. */
  awaits(id: string): boolean {
    return this.awaited?.id === id;
  }

  /** Of items that are no more none plays, nor will. */
  drop(ids: readonly string[]): void {
    if (this.awaited?.id && ids.includes(this.awaited.id)) this.awaited = null;
    if (this.snapshot.item && ids.includes(this.snapshot.item.id)) this.close();
  }

  /** Plays a sound whose bytes are at hand; they also serve the download. Does nothing with an overtaken ticket. */
  playBlob(
    item: PlayerItem,
    blob: Blob,
    { times, ticket }: { times?: CharacterTimes; ticket?: PlayerTicket } = {},
  ): void {
    if (this.isOvertaken(ticket)) return;
    const url = URL.createObjectURL(blob);
    this.load(item, url, false, times);
    void this.play();
    this.objectUrl = url;
    this.savedSound = blob;
  }

  /**
   * Plays a sound while it is made; resolves when the last piece has come. Throws what `pieces` throws. With an overtaken
   * ticket it is only read, so that all of it is made.
   */
  async playPieces(item: PlayerItem, pieces: AsyncIterable<SpeechPiece>, ticket?: PlayerTicket): Promise<void> {
    const { StreamingAudio } = await import("./streaming-audio");
    if (this.isOvertaken(ticket)) {
      for await (const _ of pieces);
      return;
    }
    this.load(item, undefined, true);
    const mine = this.generation;
    const stream = new StreamingAudio({
      onUrl: (url) => {
        if (mine !== this.generation) return;
        this.audio.src = url;
        this.audio.playbackRate = this.snapshot.speed;
        if (this.snapshot.wantsToPlay) void this.play();
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
        if (whole.size === 0) this.close();
        else this.update({ streaming: false, item: held && { ...held, unfinished } });
      }
    }
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
    if (this.snapshot.wantsToPlay) this.pause();
    else void this.play();
  }

  pause(): void {
    this.audio.pause();
    if (this.snapshot.wantsToPlay) this.rest();
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
    this.empty();
    this.snapshot = { ...IDLE, speed: this.snapshot.speed };
    this.notify();
  }

  private load(item: PlayerItem, url: string | undefined, streaming: boolean, times: CharacterTimes = NO_TIMES): void {
    this.awaited = null;
    this.release();
    this.lastPosition = 0;
    this.update({
      state: "loading",
      item: withPlainNames(item),
      streaming,
      times,
      heardSeconds: 0,
      durationSeconds: durationOf(item, Number.NaN),
      wantsToPlay: true,
    });
    if (url === undefined) this.empty();
    else this.audio.src = url;
    this.audio.playbackRate = this.snapshot.speed;
  }

  private async play(): Promise<void> {
    this.update({ wantsToPlay: true });
    // Plays as soon as it has come.
    if (!this.hasSource()) return this.update({ state: "loading" });
    try {
      await this.audio.play();
    } catch (error) {
      // A browser that forbids autoplay is no fault: the play button is there. Source: spec 001, section 4.
      if (error instanceof DOMException && error.name === "NotAllowedError") {
        console.info("Autoplay was blocked");
        this.rest();
      }
    }
  }

  private rest(): void {
    if (this.snapshot.item) this.update({ state: "paused", wantsToPlay: false });
  }

  private hasSource(): boolean {
    return this.audio.hasAttribute("src");
  }

  private empty(): void {
    this.audio.removeAttribute("src");
    this.audio.load();
  }

  private isOvertaken(ticket: PlayerTicket | undefined): boolean {
    return ticket !== undefined && ticket !== this.awaited;
  }

  private fail(): void {
    if (!this.snapshot.item || !this.hasSource()) return;
    const reason = this.audio.error?.message ?? "";
    this.rest();
    this.onError(`We are sorry, something went wrong. ${reason}`.trim());
  }

  private countHeard(): void {
    const step = this.audio.currentTime - this.lastPosition;
    this.lastPosition = this.audio.currentTime;
    // A jump is a seek, not listening.
    if (step > 0 && step < 2) this.update({ heardSeconds: this.snapshot.heardSeconds + step });
  }

  private switchToWholeSound(): void {
    this.stream?.dispose();
    this.stream = undefined;
    this.objectUrl = URL.createObjectURL(this.savedSound as Blob);
    this.audio.src = this.objectUrl;
    if (this.snapshot.wantsToPlay) void this.play();
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
