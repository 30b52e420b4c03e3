import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PartBoundary } from "~/features/shell/part-boundary";
import { retryingLazy } from "~/ui/retrying-lazy";

let root: Root;
const keepQuiet = (event: ErrorEvent) => event.preventDefault();
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  // React reports what a boundary catches.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  window.addEventListener("error", keepQuiet);
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  window.removeEventListener("error", keepQuiet);
  vi.restoreAllMocks();
});

const show = (content: React.ReactNode) =>
  act(async () => {
    root.render(content);
  });

test("a part that could not be loaded is closed, and loaded when it is opened again", async () => {
  const load = vi
    .fn<() => Promise<{ default: () => JSX.Element }>>()
    .mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module: /assets/part.js"))
    .mockResolvedValue({ default: () => <p>The part</p> });
  const Part = retryingLazy(load, <p>Loading</p>);
  const onUnavailable = vi.fn();
  const opened = (
    <PartBoundary onUnavailable={onUnavailable}>
      <Part />
    </PartBoundary>
  );
  await show(opened);
  expect(onUnavailable).toHaveBeenCalledTimes(1);
  expect(load).toHaveBeenCalledTimes(1);
  expect(document.body.textContent).toBe("");

  await show(null);
  await show(opened);
  expect(document.body.textContent).toBe("The part");
  // What is there stays.
  await show(null);
  await show(opened);
  expect(load).toHaveBeenCalledTimes(2);
});

test("a fault in a part is no failure of the network, and goes on to whoever stands around", async () => {
  const Part = retryingLazy<object>(() => Promise.reject(new TypeError("Cannot read properties of undefined")));
  const onUnavailable = vi.fn();
  await expect(
    show(
      <PartBoundary onUnavailable={onUnavailable}>
        <Part />
      </PartBoundary>,
    ),
  ).rejects.toThrow("Cannot read properties");
  expect(onUnavailable).not.toHaveBeenCalled();
});
