import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import type { DataExport } from "~/domains/accounts/data-export/data-export";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import type { Problems } from "~/features/accounts/form-refusal.server";
import { StepUp } from "~/features/accounts/step-up-dialog";
import { useRealtime } from "~/features/shell/realtime-provider";
import { formatBytes } from "~/lib/format-bytes";
import { formatDay } from "~/lib/format-day";
import { Button, buttonClass } from "~/ui/button";
import { DEPARTURE_PATH } from "./departure-path";

/** Asks for the zip, says how far it is, and hands it over. */
export function DownloadYourData({ exports }: { exports: DataExport[] }) {
  const fetcher = useFetcher<{ problems?: Problems; refusal?: string }>();
  const latest = exports[0];
  const isUnderWay = latest?.state === "queued" || latest?.state === "running";
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const problem = answer?.refusal === "sensitive_action" ? undefined : answer?.problems?.form;
  return (
    <div className="flex flex-col gap-4">
      <FormProblem>{problem}</FormProblem>
      {isUnderWay && <UnderWay dataExport={latest} />}
      {latest?.state === "failed" && (
        <p role="status">Your data could not be packed. Please try again; nothing was lost.</p>
      )}
      {latest?.state === "done" && <Done dataExport={latest} />}
      {!isUnderWay && (
        <fetcher.Form method="post" action={DEPARTURE_PATH}>
          <CsrfField />
          <input type="hidden" name="intent" value="export" />
          <Button type="submit" busy={fetcher.state !== "idle"}>
            {latest?.state === "done" ? "Pack it anew" : "Pack your data"}
          </Button>
        </fetcher.Form>
      )}
      <StepUp fetcher={fetcher} />
    </div>
  );
}

function UnderWay({ dataExport: { exportId } }: { dataExport: DataExport }) {
  const fetcher = useFetcher();
  const [progress, setProgress] = useState<number>();
  useRealtime((notice) => {
    if (notice.type !== "event" || notice.event.type !== "export_progress") return;
    if (notice.event.data_export_id === exportId) setProgress(notice.event.progress);
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="min-w-0 grow basis-64">
        Your data is being packed. We will write to you when it is ready; you may leave this page.
      </p>
      <progress
        aria-label="Packed so far"
        className="h-1.5 w-full accent-accent"
        {...(progress === undefined ? {} : { value: progress, max: 1 })}
      />
      <fetcher.Form method="post" action={DEPARTURE_PATH}>
        <CsrfField />
        <input type="hidden" name="intent" value="cancel-export" />
        <input type="hidden" name="export_id" value={exportId} />
        <Button type="submit" size="small" busy={fetcher.state !== "idle"}>
          Cancel
        </Button>
      </fetcher.Form>
    </div>
  );
}

function Done({ dataExport: { exportId, sizeBytes, createdAtMs, expiresAtMs } }: { dataExport: DataExport }) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-hairline bg-surface px-4 py-3">
      <p className="min-w-0 grow basis-56">
        <span className="font-medium">Your data of {formatDay(createdAtMs)}</span>
        <span className="block text-meta text-muted">
          {sizeBytes !== null && `${formatBytes(sizeBytes)}, `}kept until {formatDay(expiresAtMs)}
        </span>
      </p>
      <a href={`/app/data-exports/${exportId}`} download className={buttonClass("primary", "small")}>
        Download
      </a>
    </div>
  );
}
