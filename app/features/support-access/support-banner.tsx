import { Form, useFetcher, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { CsrfField } from "~/features/accounts/csrf-field";
import { leavePage } from "~/features/shell/leave-page";
import { Button } from "~/ui/button";
import { LocalTime } from "~/ui/local-time";
import { useRowFocus } from "~/ui/use-row-focus";
import { SUPPORT_ACCESS_PATH, type SupportState } from "./support-state";

const LEAVE_PATH = "/app/support/leave";

/** Stays in sight for as long as support is in the account, on both sides. */
export function SupportBanner({ support }: { support: SupportState | null }) {
  const accesses = support?.kind === "visited" ? support.accesses : [];
  const visits = useRowFocus<HTMLElement>(
    accesses.map(({ accessId }) => accessId),
    () => document.getElementById("content"),
  );
  if (!support) return null;
  return support.kind === "visiting" ? (
    <VisitingBanner ownerEmail={support.ownerEmail} expiresAtMs={support.expiresAtMs} />
  ) : (
    <VisitedBanner accesses={accesses} holder={visits.holder} />
  );
}

function VisitingBanner({ ownerEmail, expiresAtMs }: { ownerEmail: string; expiresAtMs: number }) {
  useAt(expiresAtMs, () => leavePage(LEAVE_PATH));
  return (
    <section
      aria-label="Support session"
      className="sticky top-0 z-30 flex flex-wrap items-center gap-x-4 gap-y-2 bg-ink px-4 py-2 text-meta text-paper md:px-8"
    >
      <p className="min-w-0 grow [overflow-wrap:anywhere]">
        You are signed in as <strong className="font-semibold">{ownerEmail}</strong> until{" "}
        <LocalTime timeMs={expiresAtMs} />. You can look and use, not change.
      </p>
      <Form method="post" action={LEAVE_PATH} reloadDocument>
        <CsrfField />
        <Button type="submit" size="small">
          Leave
        </Button>
      </Form>
    </section>
  );
}

function VisitedBanner({
  accesses,
  holder,
}: {
  accesses: Extract<SupportState, { kind: "visited" }>["accesses"];
  holder: ReturnType<typeof useRowFocus<HTMLElement>>["holder"];
}) {
  const { revalidate } = useRevalidator();
  const firstEndMs = Math.min(...accesses.map(({ endsAtMs }) => endsAtMs));
  useAt(firstEndMs, revalidate);
  return (
    <section {...holder} aria-label="Support access" className="sticky top-0 z-30 bg-caution-wash text-meta">
      {accesses.map((access) => (
        <Visit key={access.accessId} {...access} />
      ))}
    </section>
  );
}

function Visit({ accessId, staffEmail, endsAtMs }: { accessId: string; staffEmail: string; endsAtMs: number }) {
  const fetcher = useFetcher();
  return (
    <div data-row={accessId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 md:px-8">
      <p className="min-w-0 grow [overflow-wrap:anywhere]">
        Support (<strong className="font-semibold">{staffEmail}</strong>) can see your account until{" "}
        <LocalTime timeMs={endsAtMs} />.
      </p>
      <fetcher.Form method="post" action={SUPPORT_ACCESS_PATH}>
        <CsrfField />
        <input type="hidden" name="access_id" value={accessId} />
        <Button type="submit" size="small" busy={fetcher.state !== "idle"}>
          End access
        </Button>
      </fetcher.Form>
    </div>
  );
}

/** Calls `run` once, at a time. */
function useAt(timeMs: number, run: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is run does not change with the renders
  useEffect(() => {
    const timer = setTimeout(run, Math.max(0, timeMs - Date.now()) + 500);
    return () => clearTimeout(timer);
  }, [timeMs]);
}
