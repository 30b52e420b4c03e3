import { Link } from "@remix-run/react";
import { lazy } from "react";
import { Page } from "~/features/shell/page";
import { useShell } from "~/features/shell/shell-context";
import { creditsLeft } from "~/features/shell/shell-data";
import { unitOf } from "~/lib/format-number";
import { buttonClass } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { OnceHydrated } from "~/ui/once-hydrated";
import { Skeleton } from "~/ui/skeleton";
import { RangePicker } from "./range-picker";
import { type RangeDays, shortDay, type UsageData } from "./usage-data";
import { shadeOf } from "./voice-shades";

const UsageChart = lazy(() => import("./usage-chart"));
const number = new Intl.NumberFormat("en");

/** Credits used, by day and by voice. */
export function UsageScreen({ data, days }: { data: UsageData; days: RangeDays }) {
  const { credits, tierLabel } = useShell();
  const left = creditsLeft(credits);
  const resets = new Date(credits.nextResetMs).toLocaleDateString("en", {
    month: "long",
    day: "numeric",
    // Periods end by UTC, and server and browser have to write the same.
    timeZone: "UTC",
  });
  return (
    <Page title="Usage" actions={<RangePicker days={days} />}>
      <dl className="mb-8 flex flex-wrap gap-x-12 gap-y-4">
        <Figure
          label={`Used in the last ${days} days`}
          value={number.format(data.total)}
          unit={unitOf(data.total, "credit")}
        />
        <Figure
          label={`Left on ${tierLabel}, until ${resets}`}
          value={left === null ? "Unlimited" : number.format(left)}
          unit={left === null ? "" : unitOf(left, "credit")}
        />
      </dl>
      {data.total === 0 ? (
        <EmptyState
          action={
            <Link className={buttonClass("primary")} to="/app/speech-synthesis/text-to-speech">
              Write something
            </Link>
          }
        >
          Nothing was generated in these days.
        </EmptyState>
      ) : (
        <>
          <section aria-labelledby="by-day">
            <h2 id="by-day" className="mb-3 text-lead font-semibold">
              By day
            </h2>
            <OnceHydrated fallback={<Skeleton className="h-64 w-full" />}>
              <UsageChart data={data} />
            </OnceHydrated>
            <details className="mt-3">
              <summary className="text-meta text-muted">Show as a table</summary>
              <UsageTable
                caption="Credits by day"
                heading="Day"
                rows={data.days
                  .filter((day) => day.requests > 0)
                  .map((day) => ({ ...day, key: day.day, name: shortDay(day.day) }))}
              />
            </details>
          </section>
          <section aria-labelledby="by-voice" className="mt-10">
            <h2 id="by-voice" className="mb-3 text-lead font-semibold">
              By voice
            </h2>
            <UsageTable
              caption="Credits by voice"
              heading="Voice"
              rows={data.voices.map((voice, i) => ({ ...voice, key: voice.voiceId, shade: shadeOf(i) }))}
            />
          </section>
        </>
      )}
    </Page>
  );
}

function Figure({ label, value, unit }: { label: string; value: string; unit: string }) {
  return (
    <div>
      <dt className="text-meta text-muted">{label}</dt>
      <dd className="mt-1 text-title font-semibold tabular">
        {value} <span className="text-base font-normal text-muted">{unit}</span>
      </dd>
    </div>
  );
}

function UsageTable(props: {
  caption: string;
  heading: string;
  /** `shade` is the colour of the row's part of the chart, where it has one. */
  rows: { key: string; name: string; credits: number; requests: number; shade?: string }[];
}) {
  return (
    <table className="mt-2 w-full text-left tabular">
      <caption className="sr-only">{props.caption}</caption>
      <thead className="text-meta text-muted">
        <tr className="border-b border-hairline">
          <th scope="col" className="py-2 font-medium">
            {props.heading}
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Requests
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Credits
          </th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={row.key} className="border-b border-hairline">
            <th scope="row" className="py-2 font-normal">
              {row.shade && (
                <span
                  aria-hidden="true"
                  className="mr-2.5 inline-block size-2.5 rounded-[2px]"
                  style={{ backgroundColor: row.shade }}
                />
              )}
              {row.name}
            </th>
            <td className="py-2 text-right">{number.format(row.requests)}</td>
            <td className="py-2 text-right">{number.format(row.credits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
