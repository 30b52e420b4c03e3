// @vitest-environment jsdom
import { act, createRef } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
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

const field = createRef<HTMLTextAreaElement>();
function Editor() {
  editor = useSpeechDraft("user_1", known, field);
  return <textarea ref={field} value={editor.draft.text} readOnly />;
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
    expect(field.current?.value).toBe("A sentence that I had just begun");
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

  /** Opens the screen as the server sends it, and writes before its scripts are there. */
  function writeEarly(text: string) {
    const page = document.body.appendChild(document.createElement("div"));
    page.innerHTML = renderToString(<Editor />);
    page.querySelector("textarea")!.value = text;
    act(() => {
      root = hydrateRoot(page, <Editor />);
    });
  }

  it("is kept when it was written before the page's scripts were there", () => {
    writeEarly("As fast as I can");
    expect(editor.draft.text).toBe("As fast as I can");
    expect(field.current?.value).toBe("As fast as I can");
    leave();
  });

  it("comes after the draft of before", () => {
    open();
    act(() => editor.change({ text: "What I had" }));
    leave();
    writeEarly("and more");
    expect(field.current?.value).toBe("What I had\nand more");
    leave();
  });
});
