import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Sheet from "~/ui/sheet";

let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

function open() {
  const onOpenChange = vi.fn();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() =>
    root.render(
      <Sheet open onOpenChange={onOpenChange} title="A sheet">
        Content
      </Sheet>,
    ),
  );
  return { onOpenChange, close: document.querySelector<HTMLButtonElement>("[role=dialog] [aria-label=Close]") };
}

test("a sheet has a button that closes it, for those who cannot swipe", async () => {
  const { onOpenChange, close } = open();
  expect(close?.closest(".sr-only"), "not for screen readers alone").toBeNull();
  await act(async () => close?.click());
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

test("a sheet that opens has the focus, and none of its fields, whose keyboard would cover it", () => {
  const opener = document.body.appendChild(document.createElement("button"));
  opener.focus();
  open();
  expect(document.activeElement?.getAttribute("role")).toBe("dialog");
});
