// @vitest-environment jsdom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useSpeechDraft } from "~/features/speech/use-speech-draft";
import { clearLocalData } from "~/lib/local-data";

const known = { voiceIds: ["v1", "v2"], modelIds: ["m1"], defaultModelId: "m1", defaultDialogueModelId: "m1" };
let root: Root;
let editor: ReturnType<typeof useSpeechDraft>;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  localStorage.clear();
});

function Editor() {
  editor = useSpeechDraft("user_1", known);
  return editor.draft.text;
}
function open() {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => root.render(<Editor />));
}
const leave = () => act(() => root.unmount());
afterEach(() => document.body.replaceChildren());

describe("what was just written", () => {
  it("is kept when another screen is opened at once", () => {
    open();
    act(() => editor.change({ text: "A sentence that I had just begun" }));
    leave();
    open();
    expect(document.body.textContent).toBe("A sentence that I had just begun");
    leave();
  });

  it("is kept when the page goes away at once", () => {
    open();
    act(() => editor.change({ text: "Half a thou" }));
    window.dispatchEvent(new Event("pagehide"));
    expect(localStorage.getItem("xi:speech-draft:user_1")).toContain("Half a thou");
    leave();
  });

  it("is not written back after signing out", () => {
    open();
    act(() => editor.change({ text: "A secret" }));
    clearLocalData();
    leave();
    expect(localStorage.length).toBe(0);
  });
});
