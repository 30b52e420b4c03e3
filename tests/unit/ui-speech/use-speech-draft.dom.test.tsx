import { act, createRef } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe("what was just written", () => {
  it("is kept when another screen is opened at once", () => {
    open();
    act(() => editor.change({ text: "A sentence that I had just begun" }));
    leave();
    open();
    expect(field.current?.value).toBe("A sentence that I had just begun");
    leave();
  });

  it("is kept with the settings that were moved, until another voice is chosen", () => {
    open();
    act(() => editor.change({ moved: { stability: 0.9 }, dialogueStability: 0.1 }));
    leave();
    open();
    expect(editor.draft).toMatchObject({ voiceId: "v1", moved: { stability: 0.9 }, dialogueStability: 0.1 });
    act(() => editor.change({ voiceId: "v2" }));
    leave();
    open();
    expect(editor.draft).toMatchObject({ voiceId: "v2", dialogueStability: 0.1 });
    expect(editor.draft.moved).toEqual({});
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

  it("stays in sight where a dialogue was worked on before", () => {
    open();
    act(() => editor.change({ mode: "dialogue" }));
    leave();
    writeEarly("Quickly noted");
    expect(editor.draft).toMatchObject({ mode: "speech", text: "Quickly noted" });
    leave();
  });

  it("is not written back by a save that was waiting while another tab signed out", () => {
    vi.useFakeTimers();
    open();
    act(() => editor.change({ text: "A secret" }));
    clearLocalData();
    act(() => vi.advanceTimersByTime(1000));
    expect(localStorage.length).toBe(0);
    leave();
  });
});

describe("what another tab wrote meanwhile", () => {
  const KEY = "xi:speech-draft:user_1";
  const writeElsewhere = (text: string) => {
    localStorage.setItem(KEY, JSON.stringify({ text }));
    act(
      () => void window.dispatchEvent(new StorageEvent("storage", { key: KEY, newValue: localStorage.getItem(KEY) })),
    );
  };

  it("is not overwritten by a tab in which nothing was written, however that goes", () => {
    vi.useFakeTimers();
    open();
    localStorage.setItem(KEY, JSON.stringify({ text: "From the second tab" }));
    act(() => vi.advanceTimersByTime(1000));
    window.dispatchEvent(new Event("pagehide"));
    leave();
    open();
    expect(field.current?.value).toBe("From the second tab");
    leave();
  });

  it("is not overwritten by a tab that had kept its own writing before", () => {
    vi.useFakeTimers();
    open();
    act(() => editor.change({ text: "From the first tab" }));
    act(() => vi.advanceTimersByTime(1000));
    writeElsewhere("From the second tab");
    leave();
    open();
    expect(field.current?.value).toBe("From the second tab");
    leave();
  });

  it("shows at once where nothing was written, and a change goes on from it", () => {
    open();
    writeElsewhere("From the second tab");
    expect(field.current?.value).toBe("From the second tab");
    act(() => editor.change({ voiceId: "v2" }));
    leave();
    open();
    expect(editor.draft).toMatchObject({ text: "From the second tab", voiceId: "v2" });
    leave();
  });

  it("does not replace what is being written here", () => {
    open();
    act(() => editor.change({ text: "From the first tab" }));
    writeElsewhere("From the second tab");
    expect(field.current?.value).toBe("From the first tab");
    leave();
  });
});
