/**
 * Sound that plays while it is still arriving. Chunks are appended one at a time to a media source; where the browser
 * has none for MP3, they are kept and played from a blob when complete. Source: spec 001, section 4 (streaming audio).
 */

const MIME_TYPE = "audio/mpeg";
/** How much already heard sound stays when the browser's buffer is full. */
const KEEP_BEHIND_SECONDS = 15;
const FULL_BUFFER_RETRY_MS = 1000;

type MediaSourceClass = typeof MediaSource;

/** Safari on phones has only the managed kind. */
function mediaSourceClass(): MediaSourceClass | undefined {
  const scope = globalThis as { ManagedMediaSource?: MediaSourceClass; MediaSource?: MediaSourceClass };
  const found = scope.ManagedMediaSource ?? scope.MediaSource;
  return found?.isTypeSupported(MIME_TYPE) ? found : undefined;
}

export interface StreamingAudioEvents {
  /** There is something an `<audio>` element can play: at once when streaming, at the end otherwise. */
  onUrl(url: string): void;
  /** The browser refused the sound. */
  onError(error: Error): void;
  /** Where the listener is, so that old sound can make room. */
  getPositionSeconds?(): number;
}

/**
 * One piece of sound from first chunk to last. `end()` closes it; until then, chunks of a further request continue in
 * the same buffer (continuation mode).
 */
export class StreamingAudio {
  private readonly chunks: Uint8Array<ArrayBuffer>[] = [];
  private readonly waiting: Uint8Array<ArrayBuffer>[] = [];
  private readonly source: MediaSource | undefined;
  private buffer: SourceBuffer | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private url: string | undefined;
  private ended = false;
  private disposed = false;

  constructor(private readonly events: StreamingAudioEvents) {
    const Source = mediaSourceClass();
    if (!Source) return;
    this.source = new Source();
    this.source.addEventListener("sourceopen", () => this.open(), { once: true });
    this.url = URL.createObjectURL(this.source);
    events.onUrl(this.url);
  }

  append(chunk: Uint8Array<ArrayBuffer>): void {
    if (this.disposed || chunk.length === 0) return;
    this.chunks.push(chunk);
    this.waiting.push(chunk);
    this.pump();
  }

  /** The content is complete. Answers all of it. */
  end(): Blob {
    this.ended = true;
    const whole = this.toBlob();
    if (this.source) this.pump();
    else if (!this.disposed) {
      this.url = URL.createObjectURL(whole);
      this.events.onUrl(this.url);
    }
    return whole;
  }

  /** What arrived so far. */
  private toBlob(): Blob {
    return new Blob(this.chunks, { type: MIME_TYPE });
  }

  dispose(): void {
    this.disposed = true;
    clearTimeout(this.retry);
    this.waiting.length = 0;
    if (this.url) URL.revokeObjectURL(this.url);
  }

  private open(): void {
    if (this.disposed || !this.source) return;
    this.buffer = this.source.addSourceBuffer(MIME_TYPE);
    // Frames follow each other whatever their own clock says.
    this.buffer.mode = "sequence";
    this.buffer.addEventListener("updateend", () => this.pump());
    this.buffer.addEventListener("error", () =>
      this.events.onError(new Error("The browser could not play this sound.")),
    );
    this.pump();
  }

  /** Appends the next chunk if the buffer is free; one at a time. */
  private pump(): void {
    const { buffer, source } = this;
    if (this.disposed || !buffer || !source || buffer.updating || source.readyState !== "open") return;
    const next = this.waiting[0];
    if (!next) {
      // Stopped before there was anything to hear, it is not ended: a browser calls that broken.
      if (this.ended && buffer.buffered.length > 0) source.endOfStream();
      return;
    }
    try {
      buffer.appendBuffer(next);
      this.waiting.shift();
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") {
        this.events.onError(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      this.makeRoom(buffer);
    }
  }

  private makeRoom(buffer: SourceBuffer): void {
    const heardUntil = (this.events.getPositionSeconds?.() ?? 0) - KEEP_BEHIND_SECONDS;
    const start = buffer.buffered.length > 0 ? buffer.buffered.start(0) : 0;
    if (heardUntil > start) {
      buffer.remove(start, heardUntil);
      return;
    }
    this.retry = setTimeout(() => this.pump(), FULL_BUFFER_RETRY_MS);
  }
}

/** Feeds a response's body to `audio` and answers the whole. Stops when `signal` fires. */
export async function pipeToStreamingAudio(response: Response, audio: StreamingAudio): Promise<Blob> {
  if (!response.body) throw new Error("Response body can not be null");
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return audio.end();
    audio.append(new Uint8Array(value));
  }
}
