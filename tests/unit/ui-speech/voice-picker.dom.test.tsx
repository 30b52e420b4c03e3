import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CATALOGUE } from "~/domains/voices/catalogue";
import VoicePicker from "~/features/voices/voice-picker";
import { summarizeVoice } from "~/features/voices/voice-summary";
import { TooltipProvider } from "~/ui/tooltip";
import { stubSilentAudio } from "../../support/silent-audio";

const voices = CATALOGUE.filter(({ accent }) => accent === "latin american").map(summarizeVoice);
let root: Root;
const chosen: string[] = [];

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  chosen.length = 0;
  // What jsdom lacks.
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  Element.prototype.scrollIntoView = () => {};
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() =>
    root.render(
      <TooltipProvider>
        <VoicePicker
          voices={voices}
          selectedId={voices[0]!.voiceId}
          onSelect={(id) => chosen.push(id)}
          onClose={() => {}}
        />
      </TooltipProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("writes the names of peoples and places in accents with capitals, in the list, its filter and what is read aloud", () => {
  const listed = [...document.querySelectorAll('[role="option"]')];
  expect(listed).toHaveLength(voices.length);
  for (const option of listed) {
    expect(option.textContent).toContain("Latin American");
    expect(option.getAttribute("aria-label")).toContain(", Latin American.");
  }
  const choices = document.querySelectorAll('select[aria-label="Accent"] option');
  // The value is the one that the API knows.
  expect([...choices].map((choice) => [choice.textContent, choice.getAttribute("value")])).toEqual([
    ["Accent", ""],
    ["Latin American", "latin american"],
  ]);
});

it("chooses by ↵ what fits the written name, though the list does not show it yet", () => {
  const search = document.querySelector<HTMLInputElement>('[role="combobox"]')!;
  const sought = voices.at(-1)!;
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(search, sought.name);
    search.dispatchEvent(new Event("input", { bubbles: true }));
    expect(document.querySelectorAll('[role="option"]')).toHaveLength(voices.length);
    search.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  });
  expect(chosen).toEqual([sought.voiceId]);
});

it("is heard by →, and no longer once that comes again, another voice is gone to or the list closes", async () => {
  const played = stubSilentAudio();
  const search = document.querySelector<HTMLInputElement>('[role="combobox"]')!;
  const press = (key: string) =>
    act(async () => void search.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
  await press("ArrowRight");
  const [sound] = [...played];
  expect(sound?.src).toContain(`/v1/voices/${voices[0]!.voiceId}/preview`);
  expect(sound?.paused).toBe(false);
  await press("ArrowRight");
  expect(sound?.paused).toBe(true);
  await press("ArrowRight");
  // There is none before the first.
  await press("ArrowUp");
  expect(sound?.paused).toBe(false);
  await press("ArrowDown");
  expect(sound?.paused).toBe(true);
  await press("ArrowRight");
  expect(sound?.paused).toBe(false);
  act(() => root.render(null));
  expect(sound?.paused).toBe(true);
  expect(played.size).toBe(1);
});

it("lists all voices again when the search that found nothing is cleared by key, and keeps the focus in it", async () => {
  const search = document.querySelector<HTMLInputElement>('[role="combobox"]')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(search, "nobody at all");
    search.dispatchEvent(new Event("input", { bubbles: true }));
  });
  expect(document.querySelectorAll('[role="option"]')).toHaveLength(0);
  const clear = [...document.querySelectorAll("button")].find((one) => one.textContent?.startsWith("Clear search"))!;
  act(() => clear.focus());
  await act(async () => clear.click());
  expect(clear.isConnected).toBe(false);
  expect(search.value).toBe("");
  expect(document.querySelectorAll('[role="option"]')).toHaveLength(voices.length);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Search voices");
});
