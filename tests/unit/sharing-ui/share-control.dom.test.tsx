import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SharingContext } from "~/features/sharing/share-context";
import { ShareControl } from "~/features/sharing/share-control";
import type { ShareItem, SharingMode } from "~/features/sharing/share-item";
import { ShellDataProvider } from "~/features/shell/shell-context";
import { TooltipProvider } from "~/ui/tooltip";
import { SHELL_DATA } from "../../support/shell-data";

const SPEECH: ShareItem = { historyItemId: "hist_1", kind: "speech", texts: ["Hello"] };
const open = vi.fn();
let root: Root;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  open.mockReset();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

/** The button as a workspace of this kind sees it, or null. */
function control(sharing: SharingMode, item: ShareItem | null): HTMLButtonElement | null {
  act(() =>
    root.render(
      <TooltipProvider>
        <ShellDataProvider data={{ ...SHELL_DATA, sharing }}>
          <SharingContext.Provider value={{ open }}>
            <ShareControl item={item} />
          </SharingContext.Provider>
        </ShellDataProvider>
      </TooltipProvider>,
    ),
  );
  return document.querySelector("button");
}

test("without the feature it is an icon that opens the link", () => {
  const button = control("link", SPEECH)!;
  expect(button.getAttribute("aria-label")).toBe("Share");
  expect(button.textContent).toBe("");
  act(() => button.click());
  expect(open).toHaveBeenCalledWith(SPEECH, "link");
});

test("with the feature it is a button that opens the video", () => {
  const button = control("video", SPEECH)!;
  expect(button.textContent).toBe("Share");
  act(() => button.click());
  expect(open).toHaveBeenCalledWith(SPEECH, "video");
});

test("enterprise workspaces without the feature do not see it", () => {
  expect(control("hidden", SPEECH)).toBeNull();
});

test("without an item it is there and disabled", () => {
  for (const mode of ["link", "video"] as const) expect(control(mode, null)?.disabled).toBe(true);
});

test("what is no speech gets the link, and it is said why", () => {
  const said = vi.spyOn(toast, "error");
  const item: ShareItem = { ...SPEECH, kind: "other" };
  const button = control("video", item)!;
  act(() => button.click());
  expect(said).toHaveBeenCalledWith("Video generation is only available for text-to-speech items");
  expect(open).toHaveBeenCalledWith(item, "link");
});
