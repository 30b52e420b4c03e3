import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sendFormsOnce } from "~/ui/send-forms-once";

const sent = vi.fn((event: Event) => event.preventDefault());
beforeAll(() => {
  sendFormsOnce();
  addEventListener("submit", sent);
});
beforeEach(() => void sent.mockClear());

function show(method: string): (selector: string) => HTMLElement {
  document.body.innerHTML = `<form method="${method}"><input name="text"><input type="checkbox">
    <button><span>Send</span></button><button type="button">More</button></form>`;
  return (selector) => document.querySelector<HTMLElement>(selector)!;
}

/** As browsers count the clicks of a double click. */
function doubleClick(element: HTMLElement): void {
  for (const detail of [1, 2])
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
}

const isLetThrough = (element: HTMLElement, init: KeyboardEventInit) =>
  element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...init }));

describe("a form that changes something", () => {
  it("is sent once by a double click, also on what is in its button", () => {
    doubleClick(show("post")("span"));
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it("is sent again by a click of its own", () => {
    const find = show("post");
    find("span").click();
    find("span").click();
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it("is sent once by an Enter that is held", () => {
    const find = show("post");
    expect([isLetThrough(find("input"), {}), isLetThrough(find("input"), { repeat: true })]).toEqual([true, false]);
  });

  it("leaves what sends nothing as it is: a box that is ticked twice, another button, another key", () => {
    const find = show("post");
    doubleClick(find("[type=checkbox]"));
    expect(find("[type=checkbox]").matches(":checked")).toBe(false);
    const pressed = vi.fn();
    find("[type=button]").addEventListener("click", pressed);
    doubleClick(find("[type=button]"));
    expect(pressed).toHaveBeenCalledTimes(2);
    expect(isLetThrough(find("input"), { key: "a", repeat: true })).toBe(true);
  });
});

it("a form that only asks is sent as often as it is clicked", () => {
  doubleClick(show("get")("button"));
  expect(sent).toHaveBeenCalledTimes(2);
});
