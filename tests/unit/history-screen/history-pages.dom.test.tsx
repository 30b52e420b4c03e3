import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { type Action, toast } from "sonner";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useHistoryActions } from "~/features/history/history-actions";
import type { HistoryFilter } from "~/features/history/history-filter";
import { useHistoryPages } from "~/features/history/use-history-pages";
import { clearIdentityToken } from "~/lib/identity-token";
import type { RealtimeNotice } from "~/lib/realtime-client";

/** The workspace's channel: hands a notice to the screen. */
const channel = vi.hoisted(() => ({ tell: (_notice: unknown) => {} }));
vi.mock("~/features/shell/realtime-provider", () => ({
  useRealtime: (onNotice: (notice: unknown) => void) => {
    channel.tell = onNotice;
  },
}));
vi.mock("sonner", () => ({ toast: Object.assign(vi.fn(), { error: vi.fn() }) }));

const everything: HistoryFilter = { search: "", voiceId: "", source: "" };
let root: Root;
let pages: ReturnType<typeof useHistoryPages>;
let actions: ReturnType<typeof useHistoryActions>;
/** What the server was asked, in order; it answers when the test says so. */
let asked: { call: string; answer: (response: Response) => void }[];

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  asked = [];
  clearIdentityToken();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (path.startsWith("/app/identity-token")) {
      return Response.json({ identity_token: "t", token: "t", expires_at_unix: Date.now() / 1000 + 600 });
    }
    return new Promise<Response>((answer) => asked.push({ call: `${init.method} ${path}`, answer }));
  });
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function Screen({ filter }: { filter: HistoryFilter }) {
  pages = useHistoryPages(filter);
  actions = useHistoryActions(pages);
  return null;
}
const show = (filter: HistoryFilter) => act(async () => root.render(<Screen filter={filter} />));
const item = (id: string) => ({ history_item_id: id, text: id, date_unix: 1, dialogue: null });
const page = (...ids: string[]) => Response.json({ history: ids.map(item), has_more: false });
const LIST = /^GET \/v1\/history\?/;
/** Answers the latest call of that kind. */
async function answer(call: RegExp, response: Response) {
  await vi.waitFor(() => expect(asked.some((one) => call.test(one.call))).toBe(true));
  const at = asked.findLastIndex((one) => call.test(one.call));
  await act(async () => asked.splice(at, 1)[0]!.answer(response));
  await act(async () => new Promise((resolve) => setTimeout(resolve)));
}
async function open(...ids: string[]) {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await show(everything);
  await answer(LIST, page(...ids));
}
const tell = (event: { type: "history_added"; item: unknown } | { type: string; ids: string[] }) =>
  act(async () =>
    channel.tell({ type: "event", sequence: 1, collection: "history", ids: [], event } as RealtimeNotice),
  );
const shown = () => pages.rows.map((row) => row.id);
const remove = (...ids: string[]) => act(async () => void actions.remove(ids));
/** Deletes an item and presses Undo. */
async function removeAndUndo(id: string, between: () => Promise<void>) {
  await remove(id);
  await answer(/^DELETE/, Response.json({}));
  await between();
  const action = vi.mocked(toast).mock.lastCall![1]?.action as Action;
  await act(async () => action.onClick({} as Parameters<Action["onClick"]>[0]));
}
const refused = (status: number) => Response.json({ detail: { message: "no" } }, { status });

describe("an item that is made while a list is on its way", () => {
  it("stays when the first page comes without it", async () => {
    root = createRoot(document.body.appendChild(document.createElement("div")));
    await show(everything);
    await tell({ type: "history_added", item: item("new") });
    expect(shown()).toEqual(["new"]);
    await answer(LIST, page("a"));
    expect(shown()).toEqual(["new", "a"]);
  });

  it("stays when a list asked for after an undo elsewhere comes without it", async () => {
    await open("a");
    await tell({ type: "history_restored", ids: ["b"] });
    await tell({ type: "history_added", item: item("new") });
    await answer(LIST, page("b", "a"));
    expect(shown()).toEqual(["new", "b", "a"]);
  });

  it("does not come back when it was deleted meanwhile", async () => {
    await open("a");
    await tell({ type: "history_restored", ids: ["b"] });
    await tell({ type: "history_added", item: item("new") });
    await tell({ type: "history_deleted", ids: ["new"] });
    await answer(LIST, page("b", "a"));
    expect(shown()).toEqual(["b", "a"]);
  });
});

it("an item that was deleted stays away when a list that was asked for before comes after, until Undo", async () => {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await show({ ...everything, search: "x" });
  await answer(LIST, page("b", "a"));
  // A new item has the list asked for again where a search is set.
  await tell({ type: "history_added", item: item("new") });
  await removeAndUndo("a", async () => {
    await answer(LIST, page("new", "b", "a"));
    expect(shown()).toEqual(["new", "b"]);
  });
  await answer(/restore$/, Response.json({}));
  expect(shown()).toEqual(["new", "b", "a"]);
});

describe("an item whose deletion is refused", () => {
  it("comes back", async () => {
    await open("b", "a");
    await remove("a");
    expect(shown()).toEqual(["b"]);
    await answer(/^DELETE/, refused(500));
    expect(shown()).toEqual(["b", "a"]);
    expect(toast.error).toHaveBeenCalledOnce();
  });

  it("stays away when it is refused for being deleted already", async () => {
    await open("b", "a");
    await remove("a");
    await answer(/^DELETE/, refused(404));
    expect(shown()).toEqual(["b"]);
    expect(toast.error).not.toHaveBeenCalled();
  });

  it("stays away when the channel told of the deletion and its answer was lost", async () => {
    await open("b", "a");
    await remove("a");
    await tell({ type: "history_deleted", ids: ["a"] });
    await answer(/^DELETE/, refused(503));
    expect(shown()).toEqual(["b"]);
  });

  it("comes back by an undo elsewhere after that", async () => {
    await open("b", "a");
    await remove("a");
    await tell({ type: "history_deleted", ids: ["a"] });
    await answer(/^DELETE/, refused(503));
    await tell({ type: "history_restored", ids: ["a"] });
    await answer(LIST, page("b", "a"));
    expect(shown()).toEqual(["b", "a"]);
  });

  it("does not come back into another search, which is asked for anew instead", async () => {
    await open("b", "a");
    await remove("a");
    await show({ ...everything, search: "b" });
    await answer(LIST, page("b"));
    await answer(/^DELETE/, refused(500));
    expect(shown()).toEqual(["b"]);
    await answer(LIST, page("b"));
    expect(shown()).toEqual(["b"]);
  });

  it("does not come into a search that was on its way when it was deleted", async () => {
    await open("b", "a");
    await show({ ...everything, search: "b" });
    await remove("a");
    await answer(LIST, page("b"));
    await answer(/^DELETE/, refused(500));
    await answer(LIST, page("b"));
    expect(shown()).toEqual(["b"]);
  });
});

describe("an item that is brought back by Undo", () => {
  it("is there when the channel tells nothing", async () => {
    await open("b", "a");
    await removeAndUndo("a", async () => {});
    await answer(/restore$/, Response.json({}));
    expect(shown()).toEqual(["b", "a"]);
  });

  it("stays when a list that was asked for before comes without it", async () => {
    await open("b", "a");
    await removeAndUndo("a", () => tell({ type: "history_restored", ids: ["other"] }));
    await answer(/restore$/, Response.json({}));
    await answer(LIST, page("b"));
    expect(shown()).toEqual(["b", "a"]);
  });

  it("does not come into another search by an answer after what the channel told", async () => {
    await open("b", "a");
    await removeAndUndo("a", async () => {
      await tell({ type: "history_deleted", ids: ["a"] });
      await show({ ...everything, search: "b" });
      await answer(LIST, page("b"));
    });
    await tell({ type: "history_restored", ids: ["a"] });
    await answer(LIST, page("b"));
    await answer(/restore$/, Response.json({}));
    expect(shown()).toEqual(["b"]);
    await answer(LIST, page("b"));
    expect(shown()).toEqual(["b"]);
  });
});

describe("several items", () => {
  const ofMany = /^POST \/v1\/history\/delete$/;
  const undo = () =>
    act(async () => {
      const action = vi.mocked(toast).mock.lastCall![1]?.action as Action;
      action.onClick({} as Parameters<Action["onClick"]>[0]);
    });

  it("are deleted by one call, and are brought back by one", async () => {
    await open("c", "b", "a");
    await remove("c", "a");
    expect(shown()).toEqual(["b"]);
    expect(asked.map(({ call }) => call)).toEqual(["POST /v1/history/delete"]);
    await answer(ofMany, Response.json({ deleted_history_item_ids: ["c", "a"] }));
    expect(toast).toHaveBeenLastCalledWith("Deleted 2 items", expect.anything());
    await undo();
    await answer(/history\/restore$/, Response.json({ restored_history_item_ids: ["c", "a"] }));
    expect(shown()).toEqual(["c", "b", "a"]);
    expect(toast.error).not.toHaveBeenCalled();
  });

  it("are gone also where another tab was faster with some of them", async () => {
    await open("c", "b", "a");
    await remove("c", "a");
    await answer(ofMany, Response.json({ deleted_history_item_ids: ["a"] }));
    expect(shown()).toEqual(["b"]);
    expect(toast.error).not.toHaveBeenCalled();
  });

  it("come back, all of them, when their deletion is refused", async () => {
    await open("c", "b", "a");
    await remove("c", "a");
    await answer(ofMany, refused(503));
    expect(shown()).toEqual(["c", "b", "a"]);
    expect(toast.error).toHaveBeenCalledOnce();
    expect(toast).not.toHaveBeenCalled();
  });

  it("that can no longer be restored are said, and stay away", async () => {
    await open("c", "b", "a");
    await remove("c", "a");
    await answer(ofMany, Response.json({ deleted_history_item_ids: ["c", "a"] }));
    await undo();
    await answer(/history\/restore$/, Response.json({ restored_history_item_ids: ["c"] }));
    expect(shown()).toEqual(["c", "b"]);
    expect(toast.error).toHaveBeenCalledWith("1 item can no longer be restored.");
  });

  it("in their hundreds are deleted by as few calls as there can be; what was deleted before one fails can be undone", async () => {
    const ids = Array.from({ length: 600 }, (_, i) => `item-${1000 - i}`);
    await open(...ids);
    await remove(...ids);
    await answer(ofMany, Response.json({ deleted_history_item_ids: ids.slice(0, 500) }));
    await answer(ofMany, refused(500));
    expect(shown()).toEqual(ids.slice(500));
    expect(toast).toHaveBeenLastCalledWith("Deleted 500 items", expect.anything());
  });
});

describe("whoever has read on beyond the first page", () => {
  const ids = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, i) => `item-${String(from - i).padStart(3, "0")}`);
  const pageUntil = (has_more: boolean, some: string[]) =>
    Response.json({ history: some.map(item), has_more, last_history_item_id: some.at(-1) ?? null });
  /** Of the call that waits for its answer. */
  const parameter = (name: string) => new URL(asked.at(-1)!.call.split(" ")[1]!, "http://local").searchParams.get(name);
  const sizeAskedFor = () => parameter("page_size");
  const cursorAskedFor = () => parameter("start_after_history_item_id");

  async function readTwoPages(filter = everything) {
    root = createRoot(document.body.appendChild(document.createElement("div")));
    await show(filter);
    await answer(LIST, pageUntil(true, ids(200, 151)));
    act(() => pages.loadMore());
    await answer(LIST, pageUntil(true, ids(150, 101)));
    expect(shown()).toEqual(ids(200, 101));
  }

  it("stays there when an item comes back, which is where it was", async () => {
    await readTwoPages();
    await tell({ type: "history_deleted", ids: ["item-120"] });
    await tell({ type: "history_restored", ids: ["item-120"] });
    await vi.waitFor(() => expect(sizeAskedFor()).toBe("100"));
    await answer(LIST, pageUntil(true, ids(200, 101)));
    expect(shown()).toEqual(ids(200, 101));
    act(() => pages.loadMore());
    await vi.waitFor(() => expect(cursorAskedFor()).toBe("item-101"));
  });

  it("stays there when something new is made while a search is set, whether it fits or not", async () => {
    await readTwoPages({ ...everything, search: "item" });
    await tell({ type: "history_added", item: item("item-201") });
    await vi.waitFor(() => expect(sizeAskedFor()).toBe("50"));
    await answer(LIST, pageUntil(true, ["item-201", ...ids(200, 152)]));
    expect(shown()).toEqual(["item-201", ...ids(200, 101)]);
    act(() => pages.loadMore());
    await vi.waitFor(() => expect(cursorAskedFor()).toBe("item-101"));
  });

  it("keeps nothing that is gone by then, and learns where the history ends now", async () => {
    await readTwoPages();
    await tell({ type: "history_restored", ids: ["item-120"] });
    await answer(LIST, pageUntil(false, ids(200, 180)));
    expect(shown()).toEqual(ids(200, 180));
    expect(pages.hasMore).toBe(false);
  });
});

it("an Undo that the network lost is offered again, and then brings back what was left", async () => {
  await open("b", "a");
  await removeAndUndo("a", async () => {});
  await answer(/restore$/, refused(503));
  expect(shown()).toEqual(["b"]);
  const again = vi.mocked(toast.error).mock.lastCall![1]?.action as Action;
  expect(again.label).toBe("Undo");
  await act(async () => again.onClick({} as Parameters<Action["onClick"]>[0]));
  await answer(/restore$/, Response.json({}));
  expect(shown()).toEqual(["b", "a"]);
});

it("an Undo that comes too late is not offered again", async () => {
  await open("b", "a");
  await removeAndUndo("a", async () => {});
  await answer(/restore$/, refused(404));
  expect(vi.mocked(toast.error).mock.lastCall![1]).toBeUndefined();
});

it("more than can be downloaded at once is refused before anything is asked", async () => {
  await open("a");
  const ids = Array.from({ length: 501 }, (_, i) => `item-${i}`);
  await act(async () => actions.download(ids, null));
  expect(asked).toEqual([]);
  expect(toast.error).toHaveBeenCalledWith("At most 500 history items can be downloaded at once.");
});
