import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import UsageChart from "~/features/usage/usage-chart";
import type { UsageData } from "~/features/usage/usage-data";
import { UsageScreen } from "~/features/usage/usage-screen";

vi.mock("@remix-run/react", () => ({ Link: () => null }));
vi.mock("~/features/shell/shell-context", () => ({
  useShell: () => ({ credits: { limit: 100, used: 1, nextResetMs: 0 }, tierLabel: "Free" }),
}));
// The chart is shown by itself, at once.
vi.mock("~/ui/once-hydrated", () => ({ OnceHydrated: () => null }));

interface TooltipItem {
  dataKey: string;
  name: string;
}
/** What the chart was given: a row of credits for each day, its bars in their order, and how it sorts what its tooltip says. */
const chart = vi.hoisted(() => ({
  rows: [] as Record<string, unknown>[],
  bars: [] as (TooltipItem & { fill: string })[],
  placeOf: (_item: TooltipItem): number => 0,
}));
// The library draws nothing where nothing has a size.
vi.mock("recharts", () => {
  const Frame = ({ children }: { children: ReactNode }) => children;
  return {
    ResponsiveContainer: Frame,
    BarChart({ data, children }: { data: Record<string, unknown>[]; children: ReactNode }) {
      chart.rows = data;
      return children;
    },
    CartesianGrid: () => null,
    XAxis: () => null,
    YAxis: () => null,
    Tooltip({ itemSorter }: { itemSorter: (item: TooltipItem) => number }) {
      chart.placeOf = itemSorter;
      return null;
    },
    Bar(bar: TooltipItem & { fill: string }) {
      chart.bars.push(bar);
      return null;
    },
  };
});

let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  chart.bars = [];
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

function usage(names: string[]): UsageData {
  const voices = names.map((name, i) => ({ voiceId: `id-${name}`, name, credits: 100 - 10 * i, requests: 1 }));
  const credits = voices.reduce((sum, voice) => sum + voice.credits, 0);
  const byVoice = Object.fromEntries(voices.map((voice) => [voice.voiceId, voice.credits]));
  const days = [{ day: "2026-03-02", credits, requests: names.length, byVoice }];
  return { fromDay: "2026-03-02", toDay: "2026-03-02", total: credits, days, voices };
}
async function show(names: string[]): Promise<void> {
  const data = usage(names);
  await act(async () =>
    root.render(
      <>
        <UsageScreen data={data} days={7} />
        <UsageChart data={data} />
      </>,
    ),
  );
}
/** Of the table's rows, by the voice's name. */
const swatches = () =>
  Object.fromEntries(
    [...document.querySelectorAll("[aria-labelledby='by-voice'] th[scope='row']")].map((cell) => [
      cell.textContent,
      cell.querySelector<HTMLElement>("[aria-hidden='true']")?.style.backgroundColor,
    ]),
  );
/** Of the bars, most used first. */
const fills = () => chart.bars.map(({ fill }) => fill);

it.each([[["Ada"]], [["Ada", "Ben", "Cleo"]], [["Ada", "Ben", "Cleo", "Dora"]]])(
  "a voice has the colour of its part of the bar beside its name: %j",
  async (names) => {
    await show(names);
    expect(fills()).toHaveLength(names.length);
    expect(new Set(fills()).size).toBe(names.length);
    expect(names.map((name) => swatches()[name])).toEqual(fills());
  },
);

it("voices beyond those with a shade of their own share the last, as they share a part of the bar", async () => {
  await show(["Ada", "Ben", "Cleo", "Dora", "Emil"]);
  expect(fills()).toHaveLength(4);
  expect(Object.values(swatches())).toEqual([...fills(), fills()[3]]);
});

it("names a day's parts in the order of the table, and one voice that is left over by its name", async () => {
  await show(["Zoe", "Ben", "Cleo", "Ada"]);
  const byName = [...chart.bars].sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(byName.sort((a, b) => chart.placeOf(a) - chart.placeOf(b)).map(({ name }) => name)).toEqual(
    Object.keys(swatches()),
  );
  await show(["Zoe", "Ben", "Cleo", "Ada", "Emil"]);
  expect(chart.bars.at(-1)?.name).toBe("Other voices");
});

it("names no voice on a day on which it was not used", async () => {
  const data = usage(["Ada", "Ben", "Cleo", "Dora", "Emil"]);
  const quiet = { day: "2026-03-03", credits: 10, requests: 1, byVoice: { "id-Ada": 10, "id-Ben": 0 } };
  await act(async () => root.render(<UsageChart data={{ ...data, days: [...data.days, quiet] }} />));
  const named = chart.rows.map((row) => Object.keys(row).filter((key) => row[key] !== undefined));
  expect(named).toEqual([
    ["day", "id-Ada", "id-Ben", "id-Cleo", "others"],
    ["day", "id-Ada"],
  ]);
});
