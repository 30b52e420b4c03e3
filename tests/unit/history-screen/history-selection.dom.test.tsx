import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HistoryScreen } from "~/features/history/history-screen";
import { ScreenCommandsProvider, useRegisteredCommands } from "~/features/shell/screen-commands";
import { clearIdentityToken } from "~/lib/identity-token";
import { TooltipProvider } from "~/ui/tooltip";
import { mountedRoot } from "../../support/mounted-root";
import { stubResizeObserver } from "../../support/no-layout";

vi.mock("~/features/shell/realtime-provider", () => ({ useRealtime: () => {} }));
vi.mock("~/features/sharing/share-control", () => ({ ShareControl: () => null }));

const everything = { search: "", voiceId: "", source: "" };
/** In the order shown, newest first. */
const NAMES = ["f", "e", "d", "c", "b", "a"];
const root = mountedRoot();
/** On the page after the first. */
let older: string[];
/** Of what changes anything. */
let refusal: Response | null;

function Keys() {
  const keys = useRegisteredCommands().map((command) => `${command.label}: ${command.keys}`);
  return <p id="keys">{keys.join(", ")}</p>;
}

beforeEach(async () => {
  clearIdentityToken();
  stubResizeObserver();
  // jsdom does not scroll.
  vi.stubGlobal("scrollTo", () => undefined);
  older = [];
  refusal = null;
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit = {}) => {
    if (path.startsWith("/app/identity-token")) return Response.json({ token: "t" });
    if (method !== "GET") return refusal ?? Response.json({});
    const isFirst = !path.includes("start_after_history_item_id");
    const names = isFirst ? NAMES : older;
    return Response.json({
      history: names.map((id) => ({ history_item_id: id, text: id, date_unix: 1, dialogue: null })),
      has_more: isFirst && older.length > 0,
      last_history_item_id: names.at(-1) ?? null,
    });
  });
  await mount();
});
async function mount() {
  await act(async () =>
    root().render(
      <TooltipProvider>
        <ScreenCommandsProvider>
          <HistoryScreen filter={everything} voices={[]} onFilter={() => {}} />
          <Keys />
        </ScreenCommandsProvider>
      </TooltipProvider>,
    ),
  );
  await vi.waitFor(() => expect(boxes()).toHaveLength(NAMES.length));
}
afterEach(() => vi.unstubAllGlobals());

const boxes = () => [...document.querySelectorAll<HTMLElement>("[role='checkbox']")];
const box = (name: string) => boxes()[NAMES.indexOf(name)]!;
const selected = () => NAMES.filter((name) => box(name).getAttribute("aria-checked") === "true").join("");
const bar = () => document.querySelector<HTMLElement>("[role='toolbar']");
const click = (name: string, shiftKey = false) =>
  act(async () => {
    box(name).focus();
    box(name).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
  });
/** Pressed where the focus is. */
const press = (key: string) =>
  act(async () => {
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  });

it.each([
  ["e", "b", "edcb"],
  ["b", "e", "edcb"],
  ["d", "d", ""],
])("Shift and a click select all from %s, changed last, to %s", async (from, to, range) => {
  await click(from);
  await click(to, true);
  expect(selected()).toBe(range);
});

it("Shift and a click on what is selected take the range out of the selection", async () => {
  await click("f");
  await click("a", true);
  await click("c");
  await click("e", true);
  expect(selected()).toBe("fba");
});

it("a range goes on from where the last one ended", async () => {
  await click("d");
  await click("f", true);
  await click("e", true);
  expect(selected()).toBe("d");
});

it("Shift and a click select one where none was changed before, also after clearing", async () => {
  await click("d", true);
  expect(selected()).toBe("d");
  await press("Escape");
  await click("a", true);
  expect(selected()).toBe("a");
});

it("Escape clears the selection and leaves the focus where selecting was left, as Clear does", async () => {
  await click("b");
  await click("e", true);
  await vi.waitFor(() => expect(bar()).not.toBeNull());
  bar()!.querySelector<HTMLElement>("button:last-of-type")!.focus();
  await press("Escape");
  expect(selected()).toBe("");
  expect(bar()).toBeNull();
  expect(document.activeElement).toBe(box("e"));
});

it("all can be selected, by a button that keeps the focus and then has nothing more to do", async () => {
  await click("b");
  await vi.waitFor(() => expect(bar()).not.toBeNull());
  const all = [...bar()!.querySelectorAll("button")].find((button) => button.textContent === "Select all 6")!;
  expect(all.getAttribute("aria-disabled")).toBeNull();
  all.focus();
  act(() => all.click());
  expect(selected()).toBe("fedcba");
  expect(document.activeElement).toBe(all);
  expect(all.getAttribute("aria-disabled")).toBe("true");
  await click("c");
  expect(selected()).toBe("fedba");
  expect(all.getAttribute("aria-disabled")).toBeNull();
});

const deleteSelected = async () => {
  const button = [...bar()!.querySelectorAll("button")].find(({ textContent }) => textContent === "Delete")!;
  await act(async () => button.click());
};

it("what could not be deleted comes back selected", async () => {
  refusal = Response.json({ detail: { message: "no" } }, { status: 503 });
  await click("e");
  await click("c", true);
  await vi.waitFor(() => expect(bar()).not.toBeNull());
  await deleteSelected();
  await vi.waitFor(() => expect(selected()).toBe("edc"));
});

it("Escape clears the selection also where the focus is nowhere", async () => {
  await click("b");
  act(() => box("b").blur());
  await press("Escape");
  expect(selected()).toBe("");
});

it("Escape in the search field leaves the selection", async () => {
  await click("b");
  document.querySelector<HTMLElement>("input[type='search']")!.focus();
  await press("Escape");
  expect(selected()).toBe("b");
});

it("Escape closes the menu of formats first, then clears the selection", async () => {
  await click("b");
  await vi.waitFor(() => expect(bar()).not.toBeNull());
  const download = bar()!.querySelector<HTMLElement>("[aria-haspopup='menu']")!;
  download.focus();
  await press("Enter");
  expect(document.querySelector("[role='menu']")).not.toBeNull();
  await press("Escape");
  expect(document.querySelector("[role='menu']")).toBeNull();
  expect(selected()).toBe("b");
  await press("Escape");
  expect(selected()).toBe("");
});

it("both are among the keys of the screen", () => {
  expect(document.querySelector("#keys")!.textContent).toBe("Select a range: Shift click, Clear the selection: Esc");
});
