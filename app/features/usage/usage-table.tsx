import { formatShortDay } from "~/lib/format-day";
import { formatNumber } from "~/lib/format-number";
import type { UsageSeries } from "./usage-series";

/** The chart's numbers as a table; days without use are left out. */
export function UsageTable({ series }: { series: UsageSeries }) {
  const rows = series.rows.filter((row) => row.total > 0).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label="Credits by day and voice" className="overflow-x-auto">
      <table className="tabular w-full text-left">
        <thead>
          <tr className="border-b border-hairline text-meta text-muted">
            <th scope="col" className="py-2 pr-4 font-medium">
              Day
            </th>
            {series.voices.map((voice) => (
              <th key={voice.id} scope="col" className="px-4 py-2 text-right font-medium whitespace-nowrap">
                {voice.name}
              </th>
            ))}
            <th scope="col" className="py-2 pl-4 text-right font-medium">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.day} className="border-b border-hairline">
              <th scope="row" className="py-2 pr-4 font-normal whitespace-nowrap">
                {formatShortDay(row.day)}
              </th>
              {series.voices.map((voice) => (
                <td key={voice.id} className="px-4 py-2 text-right">
                  {row.byVoice[voice.id] ? (
                    formatNumber(row.byVoice[voice.id] ?? 0)
                  ) : (
                    <span className="text-muted">0</span>
                  )}
                </td>
              ))}
              <td className="py-2 pl-4 text-right font-medium">{formatNumber(row.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
