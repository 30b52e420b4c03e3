import { act, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import DialogueEditor from "~/features/speech/dialogue-editor";
import type { EditedEntry } from "~/features/speech/use-speech-draft";
import { TooltipProvider } from "~/ui/tooltip";
import { stubResizeObserver } from "../../support/no-layout";

let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  stubResizeObserver();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function Editor({ texts }: { texts: string[] }) {
  const [entries, setEntries] = useState<EditedEntry[]>(texts.map((text) => ({ key: text, text, voiceId: "v" })));
  return (
    <TooltipProvider>
      <DialogueEditor
        entries={entries}
        onChange={setEntries}
        voices={[]}
        fallbackVoiceId="v"
        spokenIn={() => null}
        onPickVoice={() => {}}
      />
    </TooltipProvider>
  );
}
const labelled = (label: string) => document.querySelector<HTMLElement>(`[aria-label="${label}"]`)!;
const remove = (number: number) =>
  act(() => {
    labelled(`Remove line ${number}`).focus();
    labelled(`Remove line ${number}`).click();
  });
const texts = () => [...document.querySelectorAll("textarea")].map((line) => line.value);
const said = () =>
  [...document.querySelectorAll("[role='status']")].map((region) => region.textContent?.trim()).filter(Boolean);

it.each([
  [1, ["b", "c"], "Remove line 1"],
  [2, ["a", "c"], "Remove line 2"],
  [3, ["a", "b"], "Remove line 2"],
])("removing line %i of three is said, and leaves the focus at the neighbour", (number, left, focused) => {
  act(() => root.render(<Editor texts={["a", "b", "c"]} />));
  remove(number);
  expect(texts()).toEqual(left);
  expect(document.activeElement?.getAttribute("aria-label")).toBe(focused);
  expect(said()).toEqual([`Removed line ${number} of 3.`]);
});

it("removing the one line leaves the focus at the text of the new one", () => {
  act(() => root.render(<Editor texts={["a"]} />));
  remove(1);
  expect(texts()).toEqual([""]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Line 1");
});

it("a line that is added has the focus, to be written", () => {
  act(() => root.render(<Editor texts={["a", "b"]} />));
  const add = [...document.querySelectorAll("button")].find((button) => button.textContent === "Add a line")!;
  for (const line of ["Line 3", "Line 4"]) {
    act(() => {
      add.focus();
      add.click();
    });
    expect(document.activeElement?.getAttribute("aria-label")).toBe(line);
    expect(document.activeElement?.tagName).toBe("TEXTAREA");
  }
  expect(texts()).toEqual(["a", "b", "", ""]);
});

it("what changes by itself after a line was added leaves the focus", () => {
  act(() => root.render(<Editor texts={["a"]} />));
  act(() => [...document.querySelectorAll("button")].find((button) => button.textContent === "Add a line")!.click());
  act(() => labelled("Line 1").focus());
  act(() => root.render(<Editor texts={["a"]} />));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Line 1");
});

it("says in one place that a line is moved and that one is removed", async () => {
  act(() => root.render(<Editor texts={["a", "b"]} />));
  const handle = labelled("Move line 1");
  act(() => handle.focus());
  await act(async () => void handle.dispatchEvent(new KeyboardEvent("keydown", { code: "Space", bubbles: true })));
  await vi.waitFor(() => expect(said()).toHaveLength(1));
  expect(said()[0]).toMatch(/^(Picked up line 1 of 2|Over place 1 of 2)\.$/);
  await act(async () => void handle.dispatchEvent(new KeyboardEvent("keydown", { code: "Escape", bubbles: true })));
  remove(2);
  expect(said()).toEqual(["Removed line 2 of 2."]);
});

it.each([
  [{}, 1],
  [{ ctrlKey: true }, 0],
  [{ metaKey: true }, 0],
])("Enter on a line's handle takes the line up, unless it is the key that generates: %o", async (modifier, times) => {
  act(() => root.render(<Editor texts={["a", "b"]} />));
  const handle = labelled("Move line 1");
  act(() => handle.focus());
  const enter = { code: "Enter", key: "Enter", bubbles: true, ...modifier };
  await act(async () => void handle.dispatchEvent(new KeyboardEvent("keydown", enter)));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(said()).toHaveLength(times);
  expect(handle.getAttribute("aria-pressed")).toBe(times > 0 ? "true" : null);
  await act(async () => void handle.dispatchEvent(new KeyboardEvent("keydown", { code: "Escape", bubbles: true })));
});
