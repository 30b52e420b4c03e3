import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { rowOf, type WireHistoryItem } from "~/features/history/history-item";
import { HistoryRow } from "~/features/history/history-row";
import { TooltipProvider } from "~/ui/tooltip";

vi.mock("~/features/sharing/share-control", () => ({ ShareControl: () => null }));

const asked: string[] = [];
let root: Root;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  asked.length = 0;
  const row = rowOf({ history_item_id: "a", text: "An owl", date_unix: 1 } as WireHistoryItem);
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() =>
    root.render(
      <TooltipProvider>
        <HistoryRow
          row={row}
          selected={false}
          onSelect={() => {}}
          onPlay={() => {}}
          onDownload={() => asked.push("download")}
          onDelete={() => asked.push("delete")}
        />
      </TooltipProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

it.each(["Download", "Delete"])("does once what a double click on %s asks for", (label) => {
  const button = document.querySelector(`button[aria-label="${label}"]`)!;
  for (const detail of [1, 2]) act(() => void button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail })));
  expect(asked).toEqual([label.toLowerCase()]);
});
