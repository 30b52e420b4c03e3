import { Link } from "@remix-run/react";
import { clsx } from "clsx";
import { RANGES, type RangeDays } from "./usage-data";

/** How many days a screen looks back; kept in the address. */
export function RangePicker({ days }: { days: RangeDays }) {
  return (
    <nav aria-label="Days shown" className="flex rounded-control border border-hairline">
      {RANGES.map((range) => (
        <Link
          key={range}
          to={`?days=${range}`}
          replace
          preventScrollReset
          aria-current={range === days ? "true" : undefined}
          className={clsx(
            "px-3 py-1.5 text-meta tabular pointer-coarse:py-3",
            range === days ? "bg-ink/8 font-medium" : "text-muted hover:text-ink",
          )}
        >
          {range} days
        </Link>
      ))}
    </nav>
  );
}
