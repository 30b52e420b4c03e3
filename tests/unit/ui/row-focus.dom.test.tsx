import { act, useState } from "react";
import { createPortal } from "react-dom";
import { describe, expect, it } from "vitest";
import { useRowFocus } from "~/ui/use-row-focus";
import { mountedRoot } from "../../support/mounted-root";

const root = mountedRoot();
let rows: ReturnType<typeof useRowFocus<HTMLUListElement>>;
let openWindow: (name: string) => void;

function List({ names, spent = [] }: { names: string[]; spent?: string[] }) {
  rows = useRowFocus<HTMLUListElement>(names, (list) => list?.querySelector("input"));
  const [windowOf, setWindowOf] = useState("");
  openWindow = setWindowOf;
  return (
    <ul {...rows.holder}>
      <input aria-label="Search" />
      {names.map((name) => (
        <li key={name} data-row={name}>
          <button type="button">Rename {name}</button>
          {!spent.includes(name) && <button type="button">Remove {name}</button>}
          {windowOf === name && createPortal(<button type="button">Sure about {name}</button>, document.body)}
        </li>
      ))}
    </ul>
  );
}
const show = (names: string[], spent?: string[]) => act(() => root().render(<List names={names} spent={spent} />));
const button = (name: string) => [...document.querySelectorAll("button")].find((one) => one.textContent === name)!;
const focus = (name: string) => act(() => button(name).focus());
const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;

describe("the focus of a row that goes away", () => {
  it.each([
    ["the next row's same control", "Remove one", ["two", "three"], "Remove two"],
    ["that of the one before, from the last row", "Remove three", ["one", "two"], "Remove two"],
    ["that of the nearest row that is left, when several go", "Rename one", ["three"], "Rename three"],
    ["what there is without rows", "Remove two", [], "Search"],
  ])("goes to %s", (_, had, left, expected) => {
    show(["one", "two", "three"]);
    focus(had);
    show(left);
    expect(focused()).toBe(expected);
  });

  it("goes to the row's first control when the row stays without what had it", () => {
    show(["one", "two"]);
    focus("Remove two");
    show(["one", "two"], ["two"]);
    expect(focused()).toBe("Rename two");
  });

  it("is still the row's while a window is open that the row has opened", () => {
    show(["one", "two"]);
    focus("Remove one");
    act(() => openWindow("one"));
    focus("Sure about one");
    show(["two"]);
    expect(focused()).toBe("Remove two");
  });

  it("stays where somebody has gone meanwhile, and nowhere where nobody had it", () => {
    show(["one", "two", "three"]);
    focus("Remove one");
    focus("Rename three");
    show(["two", "three"]);
    expect(focused()).toBe("Rename three");
    act(() => button("Rename three").blur());
    show(["two"]);
    expect(document.activeElement).toBe(document.body);
  });

  it("tells which row has it, for as long as one has", () => {
    show(["one", "two"]);
    focus("Rename two");
    expect(rows.heldKey()).toBe("two");
    act(() => document.querySelector("input")!.focus());
    expect(rows.heldKey()).toBeUndefined();
  });
});
