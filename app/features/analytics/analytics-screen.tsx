import { Page } from "~/features/shell/page";
import { RangePicker } from "~/features/usage/range-picker";
import { type RangeDays, shortDay } from "~/features/usage/usage-data";
import { EmptyState } from "~/ui/empty-state";
import { countsByEvent, type DayOfEvents, type EventCounts } from "./event-counts";

const number = new Intl.NumberFormat("en");

/** How often what happened in the workspace, by day. */
export function AnalyticsScreen({ days, counts }: { days: RangeDays; counts: DayOfEvents[] }) {
  const events = countsByEvent(counts);
  return (
    <Page
      title="Analytics"
      description="How often it happened in this workspace. Only counts are kept; nobody is counted who declines."
      actions={<RangePicker days={days} />}
    >
      {events.length === 0 ? (
        <EmptyState>Nothing was counted in these days. Shared links and videos show up here.</EmptyState>
      ) : (
        <ul aria-label={`Events of the last ${days} days`} className="max-w-[760px] border-t border-hairline">
          {events.map((event) => (
            <EventRow key={event.name} event={event} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function EventRow({ event }: { event: EventCounts }) {
  return (
    <li className="border-b border-hairline py-3">
      <div className="flex items-end gap-4">
        <p className="min-w-0 grow font-medium">{event.label}</p>
        <DayBars byDay={event.byDay} />
        <p className="tabular w-16 text-right text-lead font-semibold">{number.format(event.total)}</p>
      </div>
      <details>
        <summary className="py-1 text-meta text-muted pointer-coarse:py-3">By day</summary>
        <table className="mt-1 mb-2 w-full text-left tabular">
          <caption className="sr-only">{event.label} by day</caption>
          <thead className="text-meta text-muted">
            <tr className="border-b border-hairline">
              <th scope="col" className="py-1.5 font-medium">
                Day
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                Count
              </th>
            </tr>
          </thead>
          <tbody>
            {event.byDay
              .filter(({ count }) => count > 0)
              .map(({ day, count }) => (
                <tr key={day} className="border-b border-hairline">
                  <th scope="row" className="py-1.5 font-normal">
                    {shortDay(day)}
                  </th>
                  <td className="py-1.5 text-right">{number.format(count)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </li>
  );
}

const BAR_HEIGHT = 28;

/** A bar for each day; the table says the same in words. */
function DayBars({ byDay }: { byDay: EventCounts["byDay"] }) {
  const most = Math.max(1, ...byDay.map(({ count }) => count));
  const step = 240 / byDay.length;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 240 ${BAR_HEIGHT}`}
      preserveAspectRatio="none"
      className="h-7 w-24 shrink-0 text-ink sm:w-60"
    >
      {byDay.map(({ day, count }, i) => {
        const height = count === 0 ? 1 : Math.max(2, (count / most) * BAR_HEIGHT);
        return (
          <rect
            key={day}
            x={i * step}
            y={BAR_HEIGHT - height}
            width={step * 0.65}
            height={height}
            fill="currentColor"
            opacity={count === 0 ? 0.25 : 1}
          />
        );
      })}
    </svg>
  );
}
