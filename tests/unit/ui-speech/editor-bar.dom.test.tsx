import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { EditorBar } from "~/features/speech/editor-bar";
import { checkText } from "~/features/speech/limits";
import { mountedRoot } from "../../support/mounted-root";

vi.mock("~/features/sharing/share-control", () => ({
  ShareControl: () => (
    <button type="button" onClick={share}>
      Share
    </button>
  ),
}));

const share = vi.fn();
const calls = {
  onOpenVoices: vi.fn(),
  onGenerate: vi.fn(),
  onRegenerate: vi.fn(),
  onStop: vi.fn(),
  onOpenSettings: vi.fn(),
};
const check = checkText(
  "A walk",
  { maxCharacters: 100, costFactor: 1, limitOf: "this model", othersTakeMore: false },
  null,
  "",
  true,
);
const root = mountedRoot();
afterEach(() => vi.clearAllMocks());

const show = (state: "idle" | "starting" | "streaming") =>
  act(() =>
    root().render(<EditorBar check={check} creditsLeft={null} state={state} canRepeat shareItem={null} {...calls} />),
  );
const button = (name: string) =>
  [...document.querySelectorAll("button")].find((one) => one.textContent === name) as HTMLButtonElement;
/** The nth click of a row of clicks. */
const click = (name: string, nth: number) =>
  act(() => void button(name).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: nth })));

it("takes of a double click the first alone, whatever button the second meets", () => {
  show("idle");
  click("Regenerate", 1);
  show("starting");
  click("Stop", 2);
  expect(calls.onRegenerate).toHaveBeenCalledTimes(1);
  expect(calls.onStop).not.toHaveBeenCalled();

  click("Stop", 1);
  show("idle");
  click("Share", 2);
  click("Regenerate", 2);
  expect(calls.onStop).toHaveBeenCalledTimes(1);
  expect(share).not.toHaveBeenCalled();
  expect(calls.onRegenerate).toHaveBeenCalledTimes(1);
});

it("takes single clicks, and presses by key, which count as none", () => {
  show("streaming");
  click("Stop", 1);
  click("Stop", 0);
  click("Share", 1);
  expect(calls.onStop).toHaveBeenCalledTimes(2);
  expect(share).toHaveBeenCalledTimes(1);
});

it("has another button for Stop than for Regenerate, which keeps the focus that this had", () => {
  show("idle");
  const regenerate = button("Regenerate");
  regenerate.focus();
  show("starting");
  expect(regenerate.isConnected).toBe(false);
  expect(document.activeElement).toBe(button("Stop"));
  show("idle");
  expect(document.activeElement).toBe(button("Regenerate"));
});

it("leaves the focus where it is when the buttons change", () => {
  show("starting");
  const field = document.body.appendChild(document.createElement("textarea"));
  field.focus();
  show("idle");
  show("starting");
  expect(document.activeElement).toBe(field);
});

it("keeps the focus on Generate while it takes no presses, to the end", () => {
  show("idle");
  const generate = [...document.querySelectorAll("button")].at(-1)!;
  generate.focus();
  for (const state of ["starting", "streaming"] as const) {
    show(state);
    expect([generate.textContent, generate.getAttribute("aria-disabled")]).toEqual(["Generating", "true"]);
    expect(generate.disabled).toBe(false);
    act(() => generate.click());
  }
  expect(calls.onGenerate).not.toHaveBeenCalled();
  show("idle");
  expect(document.activeElement).toBe(generate);
});
