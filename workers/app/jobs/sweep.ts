import { log } from "../log";
import { forgetOldJobs } from "./job-store";
import type { JobContext } from "./ports";

const DAY_MS = 86_400_000;
/** Longer than a queue keeps a message. */
const COMPLETED_KEPT_MS = 15 * DAY_MS;
const FAILED_KEPT_MS = 90 * DAY_MS;

/** The regular clean-up: whatever a crash or a lost message left behind. One part that fails stops no other. */
export async function runScheduled({ services }: JobContext, nowMs: number = Date.now()): Promise<void> {
  const parts: Record<string, () => Promise<unknown>> = {
    credits: () => services.billing.sweep(),
    history: () => services.history.purgeDeleted(),
    accounts: () => services.accounts.deleteExpired(),
    departures: () => services.accounts.departure.eraseDue(),
    exports: () => services.accounts.dataExport.sweep(),
    archives: () => services.archives.sweep(),
    sharing: () => services.sharing.sweep(),
    analytics: () => services.analytics.sweep(),
    jobs: () =>
      forgetOldJobs(services.database, { completedMs: nowMs - COMPLETED_KEPT_MS, failedMs: nowMs - FAILED_KEPT_MS }),
  };
  await Promise.all(
    Object.entries(parts).map(async ([part, run]) => {
      try {
        await run();
      } catch (error) {
        log.error("sweep_failed", error, { part });
      }
    }),
  );
}
