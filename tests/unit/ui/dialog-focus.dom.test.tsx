import { act, type ReactNode, useRef } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Dialog } from "~/ui/dialog";

let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const show = (children: ReactNode) =>
  act(async () =>
    root.render(
      <Dialog open onOpenChange={() => undefined} title="A question">
        {children}
      </Dialog>,
    ),
  );
const focused = () => document.activeElement?.id || document.activeElement?.getAttribute("aria-label");

test("the first field has the focus, past what nobody types in", async () => {
  await show(
    <>
      <input type="hidden" id="hidden" />
      <input type="checkbox" id="box" />
      <input readOnly id="to-copy" />
      <input disabled id="off" />
      <input id="password" type="password" />
      <textarea id="more" />
    </>,
  );
  expect(focused()).toBe("password");
});

test("a text of several lines is a field too", async () => {
  await show(<textarea id="words" />);
  expect(focused()).toBe("words");
});

test("a field that is loaded later gets the focus then", async () => {
  await show(null);
  expect(focused()).toBe("Close");
  await show(<input id="password" />);
  expect(focused()).toBe("password");
});

test("a field that appears later does not take the focus from where somebody has gone", async () => {
  await show(<button type="button" id="other" />);
  document.getElementById("other")?.focus();
  await show(
    <>
      <button type="button" id="other" />
      <input id="late" />
    </>,
  );
  expect(focused()).toBe("other");
});

test("a field that takes the place of another one gets the focus that it had", async () => {
  await show(<input key="a" id="password" />);
  await show(<input key="b" id="code" />);
  expect(focused()).toBe("code");
});

function Named() {
  const second = useRef<HTMLInputElement>(null);
  return (
    <Dialog open onOpenChange={() => undefined} title="A question" initialFocus={second}>
      <input id="first" />
      <input id="second" ref={second} />
    </Dialog>
  );
}

test("what a window names itself goes before the first field", async () => {
  await act(async () => root.render(<Named />));
  expect(focused()).toBe("second");
});

test("a question that asks for a text has the focus there", async () => {
  const request = { title: "Add", description: "It needs a name.", confirmLabel: "Add", input: { label: "Name" } };
  await act(async () =>
    root.render(<ConfirmDialog open request={request} onCancel={() => undefined} onConfirm={() => undefined} />),
  );
  expect(document.activeElement?.getAttribute("name")).toBe("confirm-input");
});

test.each(["what opened it", "the screen's content, where it was opened by an address,"])(
  "after it has closed %s has the focus",
  async (place) => {
    const opener = document.body.appendChild(document.createElement("button"));
    const content = document.body.appendChild(document.createElement("main"));
    content.id = "content";
    content.tabIndex = -1;
    if (place === "what opened it") opener.focus();
    await show(<input id="password" />);
    expect(focused()).toBe("password");
    await act(async () =>
      root.render(
        <Dialog open={false} onOpenChange={() => undefined} title="A question">
          <input id="password" />
        </Dialog>,
      ),
    );
    // Radix gives it back a moment later.
    await expect.poll(() => document.activeElement).toBe(place === "what opened it" ? opener : content);
  },
);
