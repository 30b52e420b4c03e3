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

  it("is also Ctrl or ⌘ with K, once however often, pressed where the focus is then", () => {
    const keys = vi.fn();
    const screen = <textarea onKeyDown={({ key, ctrlKey }) => keys(key, ctrlKey)} />;
    const find = send(screen);
    find("textarea").focus();
    for (const init of [{ key: "k" }, { key: "K", ctrlKey: true }, { key: "k", ctrlKey: true }])
      press(find("textarea"), init);
    press(find("textarea"), { key: "k", ctrlKey: true, repeat: true });
    takeOver(screen);
    expect(keys.mock.calls).toEqual([["k", true]]);
  });

  it("is no key that speaks a text, which may be another than was on the page", () => {
    const keys = vi.fn();
    const screen = <textarea onKeyDown={keys} />;
    press(send(screen)("textarea"), { key: "Enter", ctrlKey: true });
    takeOver(screen);
    expect(keys).not.toHaveBeenCalled();
  });

  it.each([
    ["types", (field: HTMLElement) => field.dispatchEvent(new Event("input", { bubbles: true }))],
    ["presses Escape", (field: HTMLElement) => press(field, { key: "Escape" })],
  ])("opens nothing for somebody who %s afterwards, but keeps what was chosen", (_, goOn) => {
    const done = vi.fn();
    const screen = (
      <>
        <button type="button" onClick={() => done("button")} />
        <input type="checkbox" defaultChecked={false} onChange={() => done("box")} />
        <textarea onKeyDown={() => done("key")} />
      </>
    );
    const find = send(screen);
    find("button").click();
    press(find("textarea"), { key: "k", metaKey: true });
    find("input").click();
    goOn(find("textarea"));
    takeOver(screen);
    expect(done.mock.calls).toEqual([["box"]]);
  });
});
