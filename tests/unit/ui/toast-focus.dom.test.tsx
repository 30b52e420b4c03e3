import { createRoot, type Root } from "react-dom/client";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Toaster } from "~/ui/toaster";

let root: Root;
beforeEach(async () => {
  // jsdom has neither.
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  root = createRoot(document.body.appendChild(document.createElement("div")));
  root.render(
    <>
      <main id="content" tabIndex={-1}>
        <button type="button">Delete</button>
      </main>
      <Toaster pathname="/app/home" />
    </>,
  );
  await vi.waitFor(() => expect(document.querySelector("[aria-label^='Notifications']")).not.toBeNull());
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const button = (name: string) => [...document.querySelectorAll("button")].find((one) => one.textContent === name);

it.each([
  ["what had it before", false, "Delete"],
  ["the screen, when that is gone", true, "content"],
])("the focus of a message's button goes to %s, when the message goes", async (_, isGone, expected) => {
  button("Delete")!.focus();
  toast("Deleted", { action: { label: "Undo", onClick: () => {} } });
  await vi.waitFor(() => expect(button("Undo")).toBeDefined());
  button("Undo")!.focus();
  if (isGone) button("Delete")!.remove();
  button("Undo")!.click();
  await vi.waitFor(() => expect(button("Undo")).toBeUndefined());
  const focused = document.activeElement;
  expect(focused?.id || focused?.textContent).toBe(expected);
});
