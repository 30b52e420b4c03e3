import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { downloadItems, downloadPlaying } from "~/player/save-audio";

/** What the history answers a download. */
let answer: () => Response;
/** The names of the files that were handed to the browser. */
let saved: string[];

beforeEach(() => {
  saved = [];
  // jsdom has no addresses of what is in memory, and saves nothing.
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.stubGlobal("fetch", async (path: string) =>
    path === "/app/identity-token" ? Response.json({ token: "t" }) : answer(),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const answerAs = (contentType: string, fileName?: string) => {
  answer = () =>
    new Response("sound", {
      headers: {
        "content-type": contentType,
        ...(fileName ? { "content-disposition": `attachment; filename="${fileName}"` } : {}),
      },
    });
};

describe("a download", () => {
  it.each([
    ["audio/aac", "speech.aac"],
    ["audio/aiff", "speech.aiff"],
    ["audio/x-aiff", "speech.aiff"],
    ["audio/mpeg", "speech.mp3"],
    ["audio/mp3", "speech.mp3"],
    ["audio/opus", "speech.opus"],
    ["audio/ogg", "speech.opus"],
    ["audio/wav", "speech.wav"],
    ["Audio/WAV", "speech.wav"],
    ["audio/webm", "speech.webm"],
    ["audio/flac", "speech.flac"],
    ["audio/mp4", "speech.mp4a"],
    ["audio/x-m4a", "speech.mp4a"],
    ["audio/pcm;rate=24000", "speech.pcm"],
    ["audio/basic", "speech.ulaw"],
    ["audio/x-alaw-basic", "speech.alaw"],
    ["video/mp4", "speech.mp4"],
    ["video/x-matroska", "speech.mkv"],
    ["video/quicktime", "speech.mov"],
    ["video/3gpp", "speech.3gp"],
    ["application/zip", "history.zip"],
  ])("of the type %s is saved, as %s where the answer names no file", async (type, name) => {
    answerAs(type);
    await downloadItems(["hist_1"], null);
    expect(saved).toEqual([name]);
  });

  it("is called as the answer names it", async () => {
    answerAs("audio/ogg", "Parlando_Ada.opus");
    await downloadItems(["hist_1"], null);
    expect(saved).toEqual(["Parlando_Ada.opus"]);
  });

  it.each([
    ["audio/midi", "audio/midi"],
    ["audio/mpegurl", "audio/mpegurl"],
    ["audio/x-made-up; q=1", "audio/x-made-up"],
    ["application/octet-stream", "application/octet-stream"],
    ["text/html; charset=utf-8", "text/html"],
    ["", ""],
  ])("of the type '%s' is refused by its name, and nothing is saved", async (type, named) => {
    answer = () => new Response(new Uint8Array([1]), { headers: type ? { "content-type": type } : {} });
    await expect(downloadItems(["hist_1"], null)).rejects.toThrow(
      new Error(`Invalid response type received: '${named}' is not supported.`),
    );
    expect(saved).toEqual([]);
  });
});

describe("what the history does not have", () => {
  beforeEach(() => {
    answer = () => Response.json({ detail: { status: "history_item_not_found", message: "Gone." } }, { status: 404 });
  });

  it("is saved from the player, by the name that the history had told", async () => {
    await downloadPlaying("hist_1", "Parlando_Ada.ulaw", new Blob(["sound"], { type: "audio/basic" }));
    expect(saved).toEqual(["Parlando_Ada.ulaw"]);
  });

  it.each([
    ["audio/mpeg", "speech.mp3"],
    ["audio/wav", "speech.wav"],
    ["audio/ogg", "speech.opus"],
    ["audio/x-alaw-basic", "speech.alaw"],
  ])("is called after its type %s where no name was told: %s", async (type, name) => {
    await downloadPlaying("hist_1", undefined, new Blob(["sound"], { type }));
    expect(saved).toEqual([name]);
  });

  it("says so where the player has no sound of its own", async () => {
    await expect(downloadPlaying("hist_1", undefined, undefined)).rejects.toThrow("Gone.");
    expect(saved).toEqual([]);
  });
});
