import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getVideoFile } from "~/features/sharing/share-calls";
import { VideoPanel } from "~/features/sharing/video/video-panel";
import { ESTIMATE_EVERY_MS } from "~/features/sharing/video/video-state";
import { clearIdentityToken } from "~/lib/identity-token";
import { TooltipProvider } from "~/ui/tooltip";
import { stubSilentAudio } from "../../support/silent-audio";

/** The workspace's channel: hands a notice to the panel. */
const channel = vi.hoisted(() => ({ tell: (_notice: unknown) => {} }));
vi.mock("~/features/shell/realtime-provider", () => ({
  useRealtime: (onNotice: (notice: unknown) => void) => {
    channel.tell = onNotice;
  },
}));

let root: Root;
let asked: string[];
/** Themes of the pictures that were asked for. */
let pictures: (string | null)[];
/** Addresses of pictures and videos that are held in memory. */
let held: Set<string>;
let answers: { preview: () => Response; video: () => Response | Promise<Response>; cancel?: () => Promise<Response> };

const refusal = (status: number, message: string) => () => Response.json({ detail: { message } }, { status });
const video = (state: string, fields: object = {}) =>
  Response.json({ state, progress: 0, video_url: null, error: null, ...fields });
const done = () => video("done", { progress: 1, video_url: "/v1/history/hist_1/video/file?theme=colour&shape=square" });

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  asked = [];
  pictures = [];
  held = new Set();
  answers = { preview: () => new Response("png"), video: refusal(429, "Too many at once.") };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (path.startsWith("/app/identity-token")) {
      return Response.json({ identity_token: "t", token: "t", expires_at_unix: Date.now() / 1000 + 600 });
    }
    // What is counted is sent after two seconds, in the middle of whatever test.
    if (path === "/ingest") return new Response(null, { status: 204 });
    if (path.includes("/video-preview")) {
      pictures.push(new URL(path, "http://local").searchParams.get("theme"));
      return answers.preview();
    }
    asked.push(`${init.method ?? "GET"} ${path}`);
    return (init.method === "DELETE" && answers.cancel?.()) || answers.video();
  });
  stubSilentAudio();
  let made = 0;
  Object.assign(URL, {
    createObjectURL() {
      const url = `blob:${++made}`;
      held.add(url);
      return url;
    },
    revokeObjectURL: (url: string) => held.delete(url),
  });
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  clearIdentityToken();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
/** Waits for what comes of answers, which are read in their own time. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isSo(); turn++) await settle();
  expect(isSo(), document.body.textContent ?? "").toBe(true);
}
async function open(durationSeconds?: number): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const item = { historyItemId: "hist_1", kind: "speech" as const, texts: ["Hello"], durationSeconds };
  await act(async () =>
    root.render(
      <TooltipProvider>
        <VideoPanel item={item} onShareLink={() => undefined} />
      </TooltipProvider>,
    ),
  );
  await settle();
}
const button = (label: string) => [...document.querySelectorAll("button")].find((each) => each.textContent === label);
async function press(label: string): Promise<void> {
  await act(async () => button(label)?.click());
  await settle();
}
const isOffered = (label: string) => button(label)?.getAttribute("aria-disabled") === null;
const alertText = () => document.querySelector("[role=alert]")?.textContent;
const radio = (value: string) => document.querySelector<HTMLInputElement>(`input[value=${value}]`)!;
async function choose(value: string): Promise<void> {
  await act(async () => radio(value).click());
  await settle();
}
const shownVideo = () => document.querySelector("video");
const picture = () => document.querySelector("img[alt='Preview of the video']");
/** What stands where the picture would be. */
const isPlaceholderShown = () =>
  [...document.querySelectorAll("p")].some((p) => p.textContent === "Error generating video");

test("a speech that is too long says so before anything is asked for", async () => {
  await open(400);
  const generate = button("Generate")!;
  expect(isOffered("Generate")).toBe(false);
  const reason = document.getElementById(generate.getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe("Videos can be made of up to 5 minutes of speech.");
  await press("Generate");
  expect(asked).toEqual([]);
});

test("five minutes of speech may become a video", async () => {
  await open(300);
  expect(isOffered("Generate")).toBe(true);
});

test("what failed can be tried again, and what is refused for good cannot", async () => {
  await open();
  await press("Generate");
  expect(alertText()).toBe("Error generating video: Too many at once.");
  answers.video = refusal(400, "Videos can be made of up to 5 minutes of speech.");
  await press("Retry");
  expect(alertText()).toBe("Error generating video: Videos can be made of up to 5 minutes of speech.");
  expect(button("Retry")).toBeUndefined();
  expect(isOffered("Generate")).toBe(false);
  const before = asked.length;
  await press("Generate");
  expect(asked).toHaveLength(before);
  await choose("light");
  expect(isOffered("Generate")).toBe(false);
});

test("a video that could not be made says why in its place too, until another theme is chosen or it is made", async () => {
  await open();
  answers.video = () => video("failed", { error: "The voice ran out of breath." });
  await press("Generate");
  await until(() => alertText() === "Error generating video: The voice ran out of breath.");
  expect(isPlaceholderShown()).toBe(true);
  answers.video = () => video("failed");
  await press("Retry");
  await until(() => alertText() === "Unknown error generating video");
  await choose("light");
  expect(alertText()).toBeUndefined();
  answers.video = done;
  await press("Generate");
  await until(() => shownVideo() !== null);
});

test("a picture that fails says why, and can be loaded again", async () => {
  await open();
  answers.preview = refusal(429, "Too many pictures at once.");
  await choose("dark");
  await until(() => alertText()?.includes("Error generating video preview: Too many pictures at once.") ?? false);
  expect(isPlaceholderShown()).toBe(true);
  answers.preview = () => new Response("png");
  await press("Load the preview again");
  await until(() => picture() !== null);
  expect(alertText()).toBeUndefined();
});

test("another theme loads another picture and clears the video; nothing is held after the panel has gone", async () => {
  await open();
  answers.video = done;
  await until(() => picture() !== null);
  expect(radio("colour").checked).toBe(true);
  await press("Generate");
  await until(() => shownVideo() !== null);
  await choose("dark");
  expect(shownVideo()).toBeNull();
  await until(() => picture() !== null);
  await choose("portrait");
  await press("Generate");
  await until(() => shownVideo() !== null);
  expect(pictures).toEqual(["colour", "dark"]);
  const path = "/v1/history/hist_1/video";
  expect(asked.filter((call) => call.startsWith("POST"))).toEqual([
    `POST ${path}?theme=colour&shape=square`,
    `POST ${path}?theme=dark&shape=portrait`,
  ]);
  // The picture and the video that are shown.
  expect(held.size).toBe(2);
  act(() => root.unmount());
  expect([...held]).toEqual([]);
});

test("progress is estimated until the channel reports it, and the video comes when it says so", async () => {
  let sequence = 0;
  const report = (event: object) =>
    act(async () =>
      channel.tell({
        ...{ type: "event", sequence: ++sequence, collection: "videos", ids: ["hist_1"] },
        event: { type: "video_progress", history_item_id: "hist_1", theme: "colour", shape: "square", ...event },
      }),
    );
  const percent = () => Number(document.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow"));
  const estimated = () => act(() => new Promise((resolve) => setTimeout(resolve, 2 * ESTIMATE_EVERY_MS + 50)));
  await open();
  answers.video = () => video("queued");
  await press("Generate");
  // Five letters are expected to take 0.65 s.
  await estimated();
  expect(percent()).toBeGreaterThan(5);
  for (const other of [{ theme: "dark" }, { shape: "portrait" }, { history_item_id: "hist_2" }]) {
    await report({ ...other, state: "running", progress: 0.01 });
    expect(percent()).toBeGreaterThan(5);
  }
  await report({ state: "running", progress: 0.02 });
  expect(percent()).toBe(2);
  await estimated();
  expect(percent()).toBe(2);
  answers.video = done;
  await report({ state: "done", progress: 1 });
  await until(() => shownVideo() !== null);
});

test("a picture that is refused for good is not offered again, nor is its video", async () => {
  answers.preview = refusal(403, "Videos are not enabled for this workspace.");
  await open();
  expect(alertText()).toBe("Error generating video preview: Videos are not enabled for this workspace.");
  expect(button("Load the preview again")).toBeUndefined();
  expect(isOffered("Generate")).toBe(false);
});

test("a finished video comes from the page's own site, whatever name its address has", async () => {
  await open();
  answers.video = () => new Response("mp4");
  const path = "/v1/history/hist_1/video/file?theme=colour&shape=square";
  await getVideoFile(`https://public.example${path}`, new AbortController().signal);
  expect(asked).toEqual([`GET ${path}`]);
});

test("a video that was cancelled is asked for again only when it is", async () => {
  await open();
  answers.video = () => Response.json({ state: "queued", progress: 0, video_url: null, error: null });
  let cancelled = (_answer: Response) => {};
  answers.cancel = () => new Promise((resolve) => (cancelled = resolve));
  await press("Generate");
  await until(() => asked.length === 1);
  await press("Cancel");
  await until(() => asked.length === 2);
  await press("Generate");
  expect(asked.map((call) => call.split(" ")[0])).toEqual(["POST", "DELETE"]);
  cancelled(Response.json({ state: "cancelled", progress: 0, video_url: null, error: null }));
  await until(() => asked.length === 3);
  expect(asked.map((call) => call.split(" ")[0])).toEqual(["POST", "DELETE", "POST"]);
  expect(alertText()).toBeUndefined();
});
