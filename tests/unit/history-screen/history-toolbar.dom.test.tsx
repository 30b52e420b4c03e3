import { act, useState } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { HistoryFilter } from "~/features/history/history-filter";
import { HistoryToolbar } from "~/features/history/history-toolbar";

const everything: HistoryFilter = { search: "", voiceId: "", source: "" };
const voices = [{ voiceId: "v1", name: "Ada" }];
let root: Root;
/** What the screen was asked to show, in order; it shows it when `answer` is called. */
let asked: HistoryFilter[];
let answer: (filter: HistoryFilter) => void;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.useFakeTimers();
  asked = [];
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
});

function Screen() {
  const [filter, setFilter] = useState(everything);
  answer = setFilter;
  return <HistoryToolbar filter={filter} voices={voices} onChange={(next) => asked.push(next)} />;
}
const box = () => document.querySelector<HTMLInputElement>('input[type="search"]')!;
const open = () => {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => root.render(<Screen />));
};
/** Writes as a person does: React hears of it by the event. */
const write = (words: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(box(), words);
    box().dispatchEvent(new Event("input", { bubbles: true }));
  });
const choose = (label: string, value: string) =>
  act(() => {
    const select = document.querySelector(`select[aria-label="${label}"]`) as unknown as HTMLSelectElement;
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
const pause = () => act(() => vi.advanceTimersByTime(300));
const searches = () => asked.map((filter) => filter.search);

describe("the search of the history", () => {
  it("asks once the typing pauses", () => {
    open();
    write("ow");
    write("owl");
    expect(asked).toEqual([]);
    pause();
    expect(searches()).toEqual(["owl"]);
  });

  it("leaves what was written while an earlier search was under way, and asks for it", () => {
    open();
    write("owl");
    pause();
    write("owls of the north");
    act(() => answer({ ...everything, search: "owl" }));
    expect(box().value).toBe("owls of the north");
    pause();
    expect(searches()).toEqual(["owl", "owls of the north"]);
    act(() => answer({ ...everything, search: "owls of the north" }));
    expect(box().value).toBe("owls of the north");
  });

  it("asks for everything again when the words are taken back while they are searched for", () => {
    open();
    write("owl");
    pause();
    write("");
    act(() => answer({ ...everything, search: "owl" }));
    pause();
    expect(searches()).toEqual(["owl", ""]);
  });

  it("follows a filter that was cleared elsewhere", () => {
    open();
    write("owl");
    pause();
    act(() => answer({ ...everything, search: "owl" }));
    act(() => answer(everything));
    expect(box().value).toBe("");
    pause();
    expect(searches()).toEqual(["owl"]);
  });

  it("asks for what was written before the page's scripts were there", () => {
    const page = document.body.appendChild(document.createElement("div"));
    page.innerHTML = renderToString(<Screen />);
    box().value = "early";
    act(() => {
      root = hydrateRoot(page, <Screen />);
    });
    pause();
    expect(box().value).toBe("early");
    expect(searches()).toEqual(["early"]);
  });
});

describe("choices that follow one another faster than the address", () => {
  it("keep the voice that was chosen before the typing paused", () => {
    open();
    write("owl");
    choose("Voice", "v1");
    act(() => answer({ ...everything, voiceId: "v1" }));
    expect(box().value).toBe("owl");
    pause();
    expect(asked.at(-1)).toEqual({ search: "owl", voiceId: "v1", source: "" });
  });

  it("keep the voice when a source is chosen", () => {
    open();
    choose("Voice", "v1");
    choose("Source", "TTS");
    expect(asked.at(-1)).toEqual({ search: "", voiceId: "v1", source: "TTS" });
  });

  it("keep the search when a voice is chosen", () => {
    open();
    write("owl");
    pause();
    choose("Voice", "v1");
    expect(asked.at(-1)).toEqual({ search: "owl", voiceId: "v1", source: "" });
    act(() => answer({ search: "owl", voiceId: "v1", source: "" }));
    pause();
    expect(box().value).toBe("owl");
    expect(asked).toHaveLength(2);
  });

  it("are forgotten when the filter is cleared elsewhere", () => {
    open();
    choose("Voice", "v1");
    act(() => answer({ ...everything, voiceId: "v1" }));
    act(() => answer(everything));
    choose("Source", "TTS");
    expect(asked.at(-1)).toEqual({ ...everything, source: "TTS" });
  });
});
