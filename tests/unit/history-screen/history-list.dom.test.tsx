import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { HistoryRow } from "~/features/history/history-item";
import { HistoryList } from "~/features/history/history-list";
import { useHistoryPages } from "~/features/history/use-history-pages";
import { clearIdentityToken } from "~/lib/identity-token";

vi.mock("~/features/shell/realtime-provider", () => ({ useRealtime: () => {} }));
// A row has a test of its own, and takes a hundred times as long.
vi.mock("~/features/history/history-row", () => ({
  HistoryRow: ({ row, onDelete }: { row: HistoryRow; onDelete: () => void }) => (
    <div data-row data-history-item={row.id}>
      <button type="button" aria-label="Delete" onClick={onDelete} />
    </div>
  ),
}));

const ITEMS = 120;
const ITEMS_A_DAY = 30;
/** Newest first: today's, yesterday's and those of the two days before; the days end where no page does. */
const history = Array.from({ length: ITEMS }, (_, at) => {
  const noon = new Date(2026, 4, 20 - Math.floor(at / ITEMS_A_DAY), 12);
  return {
    ...{ history_item_id: `hist_${String(ITEMS - at).padStart(3, "0")}`, text: `Item ${ITEMS - at}`, dialogue: null },
    ...{ voice_id: "ada", voice_name: "Ada", duration_seconds: 1, source: "TTS" },
    date_unix: noon.getTime() / 1000 - (at % ITEMS_A_DAY) * 60,
  };
});

let root: Root;
/** What the pages were asked to start after. */
let asked: (string | null)[];
/** Statuses of the next pages after the first that do not come. */
let refusals: number[];
const everything = { search: "", voiceId: "", source: "" };
const nothing = new Set<string>();

function Screen() {
  const pages = useHistoryPages(everything);
  const ignore = () => undefined;
  return (
    <HistoryList
      pages={pages}
      selected={nothing}
      keptKeys={() => []}
      onSelect={ignore}
      onPlay={ignore}
      onDownload={ignore}
      onDelete={(row) => void pages.remove([row.id])}
    />
  );
}

/** Pages as the API answers them. */
function answerOf(path: string): Response {
  const query = new URL(path, "http://local").searchParams;
  const after = query.get("start_after_history_item_id");
  asked.push(after);
  const refusal = after === null ? undefined : refusals.shift();
  if (refusal) return Response.json({ detail: { message: "No." } }, { status: refusal });
  const from = history.findIndex((item) => item.history_item_id === after) + 1;
  const page = history.slice(from, from + Number(query.get("page_size")));
  return Response.json({
    history: page,
    has_more: from + page.length < ITEMS,
    last_history_item_id: page.at(-1)!.history_item_id,
  });
}

beforeEach(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 4, 20, 18) });
  asked = [];
  refusals = [];
  clearIdentityToken();
  vi.stubGlobal("fetch", async (path: string) =>
    path.startsWith("/app/identity-token") ? Response.json({ token: "t" }) : answerOf(path),
  );
  // jsdom does not scroll.
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("scrollY", 0);
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root.render(<Screen />));
  await vi.waitFor(() => expect(rows().length).toBeGreaterThan(0));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-history-item]")];
const ids = () => rows().map((row) => row.dataset.historyItem!);
const days = () => [...document.querySelectorAll("h2")].map((day) => day.textContent);
const alert = () => document.querySelector('[role="alert"]');
const isWhole = () => document.body.textContent?.includes("That is everything.") ?? false;

async function scrollTo(y: number): Promise<void> {
  await act(async () => {
    vi.stubGlobal("scrollY", y);
    window.dispatchEvent(new Event("scroll"));
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
}
/** Scrolls by half a screen until everything is there. Answers the rows and days seen, and the most rows drawn at a time. */
async function readToEnd() {
  const seen = { ids: new Set<string>(), days: [] as (string | null)[], most: 0 };
  const height = () => Number.parseFloat(document.querySelector<HTMLElement>("ul")!.style.height);
  for (let y = 0; y <= height(); y += window.innerHeight / 2) {
    await scrollTo(y);
    for (const id of ids()) seen.ids.add(id);
    for (const day of days()) if (!seen.days.includes(day)) seen.days.push(day);
    seen.most = Math.max(seen.most, rows().length);
  }
  return seen;
}

it("comes page by page as one scrolls, under one heading a day, with only what is on screen in the document", async () => {
  expect(asked).toEqual([null]);
  const seen = await readToEnd();
  expect(asked).toEqual([null, "hist_071", "hist_021"]);
  expect([...seen.ids]).toEqual(history.map((item) => item.history_item_id));
  expect(seen.days).toEqual(["Today", "Yesterday", "Monday, May 18", "Sunday, May 17"]);
  expect(seen.most).toBeLessThan(40);
  expect(ids().at(-1)).toBe("hist_001");
  expect(isWhole()).toBe(true);
});

it("asks for a page once, however fast one scrolls to where it is needed", async () => {
  // As in a browser: what a scroll brings is drawn at once, what else has changed a moment later.
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
  for (const y of [2000, 2400, 2800, 3200]) {
    vi.stubGlobal("scrollY", y);
    window.dispatchEvent(new Event("scroll"));
  }
  await vi.waitFor(() => expect(ids()).toContain("hist_070"));
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  expect(asked.filter((after) => after === "hist_071")).toHaveLength(1);
});

it("lets an item of a later page go when it is deleted, and closes the gap", async () => {
  await readToEnd();
  const gone = rows().find((row) => row.dataset.historyItem === "hist_003")!;
  await act(async () => gone.querySelector<HTMLElement>('button[aria-label="Delete"]')!.click());
  expect(ids().slice(-3)).toEqual(["hist_004", "hist_002", "hist_001"]);
});

it("says that a page did not come, asks no further by itself, and goes on by another try", async () => {
  refusals = [500, 503];
  await readToEnd();
  expect(alert()?.textContent).toContain("The history could not be loaded");
  expect(alert()?.textContent).toContain("Something went wrong, please try again later.");
  expect(ids().at(-1)).toBe("hist_071");
  expect(isWhole()).toBe(false);
  await scrollTo(0);
  await readToEnd();
  expect(asked).toEqual([null, "hist_071"]);

  const tryAgain = () =>
    act(async () => {
      alert()!.querySelector("button")!.click();
      await new Promise((resolve) => setTimeout(resolve, 10));
    });
  await tryAgain();
  expect(asked).toEqual([null, "hist_071", "hist_071"]);
  expect(alert()).not.toBeNull();
  await tryAgain();
  expect(alert()).toBeNull();
  await readToEnd();
  expect(ids().at(-1)).toBe("hist_001");
  expect(asked).toEqual([null, "hist_071", "hist_071", "hist_071", "hist_021"]);
});

it("says what did not come until it comes, and the focus stays with the button, then goes on from the last item", async () => {
  refusals = [500, 503];
  await readToEnd();
  const button = alert()!.querySelector("button")!;
  const first = alert()!.querySelector("span");
  const press = () => act(() => button.click());
  const answered = () => act(async () => new Promise((resolve) => setTimeout(resolve, 10)));
  button.focus();
  press();
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(alert()!.textContent).toContain("Something went wrong, please try again later.");
  await answered();
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-busy")).toBeNull();
  // Announced again.
  expect(alert()!.querySelector("span")).not.toBe(first);

  press();
  await answered();
  expect(alert()).toBeNull();
  expect(document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset.historyItem).toBe("hist_071");
});

it("says where each row is, and of how many once that is known", async () => {
  const attributes = () =>
    [...document.querySelectorAll("li")].map((row) => [
      row.getAttribute("aria-posinset"),
      row.getAttribute("aria-setsize"),
    ]);
  expect(attributes()[0]).toEqual(["1", "-1"]);
  await readToEnd();
  // With the headings of four days.
  expect(attributes().at(-1)).toEqual([String(ITEMS + 4), String(ITEMS + 4)]);
});
