import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getVideoFile } from "~/features/sharing/share-calls";
import { VideoPanel } from "~/features/sharing/video/video-panel";
import { clearIdentityToken } from "~/lib/identity-token";

let root: Root;
let asked: string[];
let answers: { preview: () => Response; video: () => Response | Promise<Response>; cancel?: () => Promise<Response> };

const refusal = (status: number, message: string) => () => Response.json({ detail: { message } }, { status });

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  asked = [];
  answers = { preview: () => new Response("png"), video: refusal(429, "Too many at once.") };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (path.startsWith("/app/identity-token")) {
      return Response.json({ identity_token: "t", token: "t", expires_at_unix: Date.now() / 1000 + 600 });
    }
    if (path.includes("/video-preview")) return answers.preview();
    asked.push(`${init.method ?? "GET"} ${path}`);
    return (init.method === "DELETE" && answers.cancel?.()) || answers.video();
  });
  Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined });
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  clearIdentityToken();
  vi.unstubAllGlobals();
});

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
async function open(durationSeconds?: number): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const item = { historyItemId: "hist_1", kind: "speech" as const, texts: ["Hello"], durationSeconds };
  await act(async () => root.render(<VideoPanel item={item} onShareLink={() => undefined} />));
  await settle();
}
const button = (label: string) => [...document.querySelectorAll("button")].find((each) => each.textContent === label);
async function press(label: string): Promise<void> {
  await act(async () => button(label)?.click());
  await settle();
}
const isOffered = (label: string) => button(label)?.getAttribute("aria-disabled") === null;
const alertText = () => document.querySelector("[role=alert]")?.textContent;

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
  await press("Cancel");
  await press("Generate");
  expect(asked.map((call) => call.split(" ")[0])).toEqual(["POST", "DELETE"]);
  cancelled(Response.json({ state: "cancelled", progress: 0, video_url: null, error: null }));
  await settle();
  expect(asked.map((call) => call.split(" ")[0])).toEqual(["POST", "DELETE", "POST"]);
  expect(alertText()).toBeUndefined();
});
