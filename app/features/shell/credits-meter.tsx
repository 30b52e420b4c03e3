import { Link } from "@remix-run/react";
import { formatCount } from "~/lib/format-number";
import { useShell } from "./shell-context";
import { creditsLeft } from "./shell-data";

/** Credits of the period: a bar and what is left. */
export function CreditsMeter() {
  const { credits, tierLabel } = useShell();
  const left = creditsLeft(credits);
  const ratio = credits.limit ? Math.min(1, credits.used / credits.limit) : 0;
  return (
    <Link to="/app/usage" className="block rounded-control px-2 py-2 hover:bg-ink/6" prefetch="intent">
      <span className="flex items-baseline justify-between gap-2 text-meta">
        <span className="text-muted">{tierLabel}</span>
        <span className="tabular">{left === null ? "Unlimited credits" : `${formatCount(left, "credit")} left`}</span>
      </span>
      {left !== null && (
        <span className="mt-2 block h-[3px] overflow-hidden rounded-full bg-edge/35" aria-hidden="true">
          <span
            className={`block h-full origin-left rounded-full transition-transform duration-[180ms] ${ratio >= 0.9 ? "bg-caution" : "bg-ink"}`}
            style={{ transform: `scaleX(${ratio})` }}
          />
        </span>
      )}
    </Link>
  );
}
