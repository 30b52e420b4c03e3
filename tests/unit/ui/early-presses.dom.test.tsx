import { act, type ReactNode, useState } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EARLY_PRESSES_SCRIPT, stopNotingPresses, useEarlyPresses } from "~/ui/early-presses";

let root: Root | undefined;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  // Of jsdom's there is none.
  vi.stubGlobal("PointerEvent", class extends MouseEvent {});
  new Function(EARLY_PRESSES_SCRIPT)();
});
afterEach(() => {
  window.earlyPresses?.stop();
  act(() => root?.unmount());
  root = undefined;
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function Page({ children }: { children: ReactNode }) {
  useEarlyPresses();
  return children;
}

/** The page as the server sends it. */
function send(children: ReactNode): (selector: string) => HTMLElement {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(<Page>{children}</Page>);
  return (selector) => container.querySelector<HTMLElement>(selector)!;
}

function takeOver(children: ReactNode): void {
  stopNotingPresses();
  act(() => {
    root = hydrateRoot(document.body.firstElementChild!, <Page>{children}</Page>);
  });
}

/** A list and a box, whose state React holds or they themselves. */
function Fields({ held, told }: { held: boolean; told(value: string | boolean): void }) {
  const [language, setLanguage] = useState("en");
  const [isLoud, setLoud] = useState(false);
  const choose = (value: string) => {
    told(value);
    setLanguage(value);
  };
  const tick = (value: boolean) => {
    told(value);
    setLoud(value);
  };
  return (
    <>
      <select
        {...(held ? { value: language } : { defaultValue: "en" })}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="en" />
        <option value="fr" />
      </select>
      <input
        type="checkbox"
        {...(held ? { checked: isLoud } : { defaultChecked: false })}
        onChange={({ target }) => tick(target.checked)}
      />
    </>
  );
}

const press = (target: EventTarget, init: KeyboardEventInit) =>
  target.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }));

describe("what is pressed before React is in charge", () => {
  it("is done once React is there: each button once, in the order of their last presses", () => {
    const done = vi.fn();
    const screen = (
      <>
        <button type="button" id="link" onClick={() => done("link")}>
          <span>Get your link</span>
        </button>
        <button type="button" id="key" onClick={() => done("key")} />
        <button type="button" onClick={() => done("never pressed")} />
      </>
    );
    const find = send(screen);
    for (const selector of ["span", "#key", "span"]) find(selector).click();
    expect(done).not.toHaveBeenCalled();
    takeOver(screen);
    expect(done.mock.calls).toEqual([["key"], ["link"]]);
  });

  it("opens what opens when the pointer goes down", () => {
    const opened = vi.fn();
    const screen = (
      <button type="button" onPointerDown={({ button, ctrlKey }) => button === 0 && !ctrlKey && opened()}>
        Account
      </button>
    );
    send(screen)("button").click();
    takeOver(screen);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["that React holds", true],
    ["that holds itself", false],
  ])("is also what was chosen in a list or a box %s", (_, held) => {
    const told = vi.fn();
    const fields = <Fields held={held} told={told} />;
    const find = send(fields);
    const list = document.querySelector("select")!;
    list.value = "fr";
    list.dispatchEvent(new Event("change", { bubbles: true }));
    find("input").click();
    takeOver(fields);
    expect(told.mock.calls).toEqual([["fr"], [true]]);
    expect([list.value, find("input").matches(":checked")]).toEqual(["fr", true]);
  });

  it("is not done again when React answered it already", () => {
    const done = vi.fn();
    const screen = <button type="button" onClick={done} />;
    const find = send(screen);
    stopNotingPresses();
    find("button").click();
    takeOver(screen);
    find("button").click();
    expect(done).toHaveBeenCalledTimes(1);
  });

  it("is left to the form whose button it was", () => {
    const clicked = vi.fn();
    const screen = (
      <form action="#">
        <button type="submit" onClick={clicked} />
      </form>
    );
    const find = send(screen);
    find("form").addEventListener("submit", (event) => event.preventDefault());
    find("button").click();
    takeOver(screen);
    expect(clicked).not.toHaveBeenCalled();
  });

  it("is forgotten when what was pressed is gone", () => {
    const done = vi.fn();
    const screen = <button type="button" onClick={done} />;
    send(screen)("button").click();
    document.body.replaceChildren();
    send(screen);
    takeOver(screen);
    expect(done).not.toHaveBeenCalled();
  });

  it("is also a key with Ctrl or ⌘, pressed where the focus is then", () => {
    const keys = vi.fn();
    const screen = <textarea onKeyDown={({ key, ctrlKey, metaKey }) => keys(key, ctrlKey, metaKey)} />;
    const find = send(screen);
    find("textarea").focus();
    press(find("textarea"), { key: "a" });
    press(find("textarea"), { key: "Control", ctrlKey: true });
    press(find("textarea"), { key: "Enter", ctrlKey: true });
    press(find("textarea"), { key: "Enter", ctrlKey: true, repeat: true });
    takeOver(screen);
    expect(keys.mock.calls).toEqual([["Enter", true, false]]);
  });
});
