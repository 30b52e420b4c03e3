import { afterEach, beforeEach, expect, test, vi } from "vitest";

const PAGE = `<section data-share-player="/app/share/shr_x" data-duration="10">
  <audio src="/app/share/shr_x/audio"></audio>
  <button data-toggle aria-label="Play"></button>
  <canvas data-waveform="00ff"></canvas>
  <input type="range" data-seek min="0" max="10" step="0.01" value="0" />
  <span data-position>0:00</span>
  <select data-speed><option>1</option></select>
  <button data-copy><span data-copy-label>Copy link</span></button>
  <p data-status></p>
</section>`;

let audio: HTMLAudioElement;
/** What the element says of itself, which jsdom's does not. */
let element: { paused: boolean; error: object | null; currentTime: number; loads: number };
let answer: () => Promise<Response>;

beforeEach(async () => {
  document.body.innerHTML = PAGE;
  audio = document.querySelector("audio")!;
  element = { paused: true, error: null, currentTime: 0, loads: 0 };
  for (const name of ["paused", "error", "currentTime"] as const) {
    Object.defineProperty(audio, name, {
      get: () => element[name],
      set: (value: never) => {
        element[name] = value;
      },
    });
  }
  Object.assign(audio, {
    // As browsers do: it says that it plays before it finds out that it cannot.
    play: async () => {
      element.paused = false;
      audio.dispatchEvent(new Event("play"));
      if (element.error) throw new DOMException("no source", "NotSupportedError");
    },
    pause: () => {
      element.paused = true;
      audio.dispatchEvent(new Event("pause"));
    },
    load: () => {
      element.loads++;
      Object.assign(element, { error: null, currentTime: 0, paused: true });
    },
  });
  vi.stubGlobal("fetch", () => answer());
  vi.stubGlobal("requestAnimationFrame", () => 0);
  for (const observer of ["ResizeObserver", "MutationObserver"]) {
    vi.stubGlobal(
      observer,
      class {
        observe() {}
      },
    );
  }
  HTMLCanvasElement.prototype.getContext = () => null;
  await start("");
});
afterEach(() => vi.unstubAllGlobals());

/** Lets the script begin on a page at an address with this query. */
async function start(query: string): Promise<void> {
  history.replaceState(null, "", `/app/share/shr_x${query}`);
  vi.resetModules();
  await import("~/features/sharing/public/player-script");
}

const toggle = () => document.querySelector<HTMLButtonElement>("[data-toggle]")!;
const isShownPlaying = () =>
  document.querySelector<HTMLElement>("section")!.dataset.playing !== undefined ||
  toggle().getAttribute("aria-label") === "Pause";
const statusText = () => document.querySelector("[data-status]")!.textContent;
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

async function breakSound(): Promise<void> {
  element.error = { code: 2 };
  audio.dispatchEvent(new Event("error"));
  await settle();
}

test("plays and pauses", async () => {
  toggle().click();
  expect(isShownPlaying()).toBe(true);
  toggle().click();
  expect(isShownPlaying()).toBe(false);
});

test("a sound that is gone stops the player and says so, each time that it is asked to play", async () => {
  answer = async () => new Response(null, { status: 410 });
  toggle().click();
  await breakSound();
  expect(isShownPlaying()).toBe(false);
  expect(statusText()).toBe("This is no longer available.");
  toggle().click();
  await breakSound();
  expect(isShownPlaying()).toBe(false);
  expect(statusText()).toBe("This is no longer available.");
});

test("a sound that could not be loaded is loaded anew by play, where it was", async () => {
  answer = () => Promise.reject(new TypeError("offline"));
  element.currentTime = 7;
  await breakSound();
  expect(statusText()).toBe("The sound could not be loaded. Press play to try again.");
  toggle().click();
  expect(element).toMatchObject({ loads: 1, currentTime: 7, paused: false });
  expect(isShownPlaying()).toBe(true);
  expect(statusText()).toBe("");
});

test.each([["4", 4, "0:04"], ...["-1", "10", "99999", "x", "1e999"].map((at) => [at, 0, "0:00"] as const)] as const)(
  "a link with a start at %s begins at %i seconds",
  async (at, seconds, shown) => {
    await start(`?t=${at}`);
    expect(element.currentTime).toBe(seconds);
    expect(document.querySelector("[data-position]")!.textContent).toBe(shown);
  },
);

test("a link that is copied starts where the sound is, which its button says for a while", async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  await start("?t=4");
  const button = document.querySelector<HTMLButtonElement>("[data-copy]")!;
  vi.useFakeTimers();
  try {
    button.click();
    await vi.advanceTimersByTimeAsync(0);
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/app/share/shr_x?t=4`);
    expect(button.textContent).toBe("Copied at 0:04");
    await vi.advanceTimersByTimeAsync(2500);
    expect(button.textContent).toBe("Copy link");
  } finally {
    vi.useRealTimers();
  }
});
