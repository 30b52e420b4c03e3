import { act, type ComponentProps, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { HistoryFilter } from "~/features/history/history-filter";
import { HistoryScreen } from "~/features/history/history-screen";
import { ScreenCommandsProvider } from "~/features/shell/screen-commands";
import { clearIdentityToken } from "~/lib/identity-token";
import { TooltipProvider } from "~/ui/tooltip";
import { mountedRoot } from "../../support/mounted-root";
import { stubResizeObserver } from "../../support/no-layout";

vi.mock("@remix-run/react", () => ({
  Link: ({ to, ...rest }: ComponentProps<"a"> & { to: string }) => <a href={to} {...rest} />,
}));
vi.mock("~/features/shell/realtime-provider", () => ({ useRealtime: () => {} }));
vi.mock("~/features/sharing/share-control", () => ({ ShareControl: () => null }));

const root = mountedRoot();

beforeEach(() => {
  clearIdentityToken();
  stubResizeObserver();
  // jsdom does not scroll.
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.startsWith("/app/identity-token")) return Response.json({ token: "t" });
    const isSearch = new URL(path, "http://local").searchParams.has("search");
    const item = { history_item_id: "hist_1", text: "Hello", date_unix: 1, dialogue: null };
    return Response.json({ history: isSearch ? [] : [item], has_more: false, last_history_item_id: null });
  });
  return () => vi.unstubAllGlobals();
});

function Screen() {
  const [filter, setFilter] = useState<HistoryFilter>({ search: "%_*", voiceId: "ada", source: "" });
  return <HistoryScreen filter={filter} voices={[]} onFilter={setFilter} />;
}

it("a search that finds nothing says so, and everything comes back by a press that leaves the focus in the search", async () => {
  await act(async () =>
    root().render(
      <TooltipProvider>
        <ScreenCommandsProvider>
          <Screen />
        </ScreenCommandsProvider>
      </TooltipProvider>,
    ),
  );
  const rows = () => document.querySelectorAll("[data-history-item]");
  const showEverything = () =>
    [...document.querySelectorAll("button")].find((button) => button.textContent === "Show everything");
  await vi.waitFor(() => expect(showEverything()).toBeDefined());
  expect(document.body.textContent).toContain("Nothing in the history fits this search.");
  expect(rows()).toHaveLength(0);
  const drawn: string[] = [];
  const changes = new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records)
      for (const node of [...addedNodes, ...removedNodes]) drawn.push(node.textContent ?? "");
  });
  changes.observe(document.body, { childList: true, subtree: true });
  await act(async () => showEverything()!.click());
  await vi.waitFor(() => expect(rows()).toHaveLength(1));
  changes.disconnect();
  expect(drawn.join()).toContain("Hello");
  // Not that there is nothing at all, while it is on its way.
  expect(drawn.join()).not.toContain("What you generate is kept here");
  const search = document.querySelector<HTMLInputElement>("input[type='search']")!;
  expect(search.value).toBe("");
  expect(document.activeElement).toBe(search);
});
