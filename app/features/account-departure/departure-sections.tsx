import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { DataExport } from "~/domains/accounts/data-export/data-export";
import { SettingsSection } from "~/features/settings/settings-section";
import { SupportAccessSection } from "~/features/support-access/support-access-section";
import { Skeleton } from "~/ui/skeleton";
import { DeleteAccount, type DeletionPlan } from "./delete-account";
import { DEPARTURE_PATH } from "./departure-path";
import { DownloadYourData } from "./download-your-data";

interface DepartureData {
  email: string;
  plan: DeletionPlan;
  exports: DataExport[];
}

/** Who may look in, what somebody may take along, and how they leave. Loads what it shows. */
export function DepartureSections() {
  const fetcher = useFetcher<DepartureData>();
  const { load, data } = fetcher;
  useEffect(() => load(DEPARTURE_PATH), [load]);
  return (
    <>
      <SupportAccessSection />
      <SettingsSection
        title="Download your data"
        description="Your profile, sessions, keys, usage, shares, history and every sound you have made, as one zip."
      >
        {data ? <DownloadYourData exports={data.exports} /> : <Skeleton className="h-10 w-48" />}
      </SettingsSection>
      <SettingsSection title="Delete account" description="You have two weeks to change your mind.">
        {data ? <DeleteAccount email={data.email} plan={data.plan} /> : <Skeleton className="h-10 w-40" />}
      </SettingsSection>
    </>
  );
}
