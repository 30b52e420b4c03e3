import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { StreamingAudio } from "~/player/streaming-audio";

/** A media source as browsers have it: ended before it knows what it plays, it calls the sound broken. */
class Source extends EventTarget {
  static isTypeSupported = () => true;
  readyState = "closed";
  readonly buffer = new Buffer();
  ended = false;
  constructor() {
    super();
    source = this;
  }
  addSourceBuffer = () => this.buffer;
  endOfStream = () => {
    if (this.buffer.buffered.length === 0) throw new Error("endOfStream before demuxer initialization");
    this.ended = true;
  };
  open() {
    this.readyState = "open";
    this.dispatchEvent(new Event("sourceopen"));
  }
}

class Buffer extends EventTarget {
  updating = false;
  buffered = { length: 0 };
  appendBuffer() {
    this.updating = true;
  }
  take() {
    this.updating = false;
    this.buffered = { length: 1 };
    this.dispatchEvent(new Event("updateend"));
  }
}

let source: Source;
let stream: StreamingAudio;

beforeEach(() => {
  vi.stubGlobal("MediaSource", Source);
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined }));
  stream = new StreamingAudio({ onUrl: () => undefined, onError: (error) => expect.unreachable(error.message) });
});
afterEach(() => vi.unstubAllGlobals());

it("is not ended when it is stopped before anything came, whether the browser is ready or not", () => {
  source.open();
  expect(stream.end().size).toBe(0);
  expect(source.ended).toBe(false);

  stream = new StreamingAudio({ onUrl: () => undefined, onError: () => undefined });
  stream.end();
  source.open();
  expect(source.ended).toBe(false);
});

it("is ended once what came can be heard", () => {
  stream.append(new Uint8Array([1]));
  stream.end();
  source.open();
  expect(source.ended).toBe(false);
  source.buffer.take();
  expect(source.ended).toBe(true);
});
