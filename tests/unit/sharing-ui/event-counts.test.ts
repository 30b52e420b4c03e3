import { expect, test } from "vitest";
import { countsByEvent, type DayOfEvents } from "~/features/analytics/event-counts";

test("counts are gathered by event, the most frequent first, with a place for each day", () => {
  const days: DayOfEvents[] = [
    { day: "2026-11-26", events: { share_link_opened: 2 } },
    { day: "2026-11-27", events: {} },
    { day: "2026-11-28", events: { share_link_copied: 5, share_link_opened: 1 } },
  ];
  const [copied, opened, ...rest] = countsByEvent(days);
  expect(rest).toEqual([]);
  expect(copied).toMatchObject({ label: "Share link copied", total: 5 });
  expect(copied?.byDay.map(({ count }) => count)).toEqual([0, 0, 5]);
  expect(opened).toMatchObject({ name: "share_link_opened", total: 3 });
});
