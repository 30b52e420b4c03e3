import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FeaturesScreen } from "~/features/workspace/features-screen";
import { clearIdentityToken } from "~/lib/identity-token";
import { stubResizeObserver } from "../../support/no-layout";

const revalidate = vi.fn(async () => undefined);
vi.mock("@remix-run/react", () => ({ useRevalidator: () => ({ revalidate }) }));

let root: Root;
const said: string[] = [];
/** What was sent, and how each that has no answer yet is answered. */
const sent: unknown[] = [];
const waiting: ((response: Response) => void)[] = [];

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  said.length = sent.length = waiting.length = 0;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (path.startsWith("/app/identity-token")) return Response.json({ token: "t" });
    sent.push(JSON.parse(init.body as string));
    return new Promise((resolve) => waiting.push(resolve));
  });
  stubResizeObserver();
  vi.spyOn(toast, "error").mockImplementation((message) => said.push(String(message)));
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => root.render(<FeaturesScreen features={{ text_to_speech_video: false }} />));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  clearIdentityToken();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));
const control = () => document.querySelector("[role=switch]") as HTMLButtonElement;
const isOn = () => control().getAttribute("aria-checked") === "true";
async function flip(): Promise<void> {
  act(() => control().click());
  await settle();
}
async function answer(response: Response): Promise<void> {
  waiting.shift()!(response);
  await settle();
}

test("a feature switched on, off and on again is sent in that order, and stays where it was put last", async () => {
  await flip();
  await flip();
  await flip();
  expect(sent).toEqual([{ text_to_speech_video: true }]);
  await answer(Response.json({}));
  expect(isOn()).toBe(true);
  expect(sent[1]).toEqual({ text_to_speech_video: false });
  await answer(Response.json({ detail: { message: "Not now." } }, { status: 409 }));
  expect(said).toEqual(["Not now."]);
  expect(isOn()).toBe(true);
  expect(sent[2]).toEqual({ text_to_speech_video: true });
  act(() => root.render(<FeaturesScreen features={{ text_to_speech_video: true }} />));
  await answer(Response.json({}));
  expect(isOn()).toBe(true);
});
