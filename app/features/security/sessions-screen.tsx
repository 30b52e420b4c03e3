import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { toast } from "sonner";
import type { DeviceSession } from "~/domains/accounts/security/security";
import { CsrfField } from "~/features/accounts/csrf-field";
import type { Problems } from "~/features/accounts/form-refusal.server";
import { formatDay } from "~/lib/format-day";
import { formatRelativeTime } from "~/lib/relative-time";
import { Button } from "~/ui/button";
import { useRowFocus } from "~/ui/use-row-focus";

const SESSIONS_PATH = "/app/settings/sessions";

interface Answer {
  ended?: number;
  problems?: Problems;
}

/** Every browser the person is signed in with, as of `nowMs`; each but this one can be sent out. */
export function SessionsScreen({ sessions, nowMs }: { sessions: DeviceSession[]; nowMs: number }) {
  const ending = useEnding();
  const rows = useRowFocus<HTMLDivElement>(
    sessions.map(({ sessionId }) => sessionId),
    (screen) => screen?.querySelector("ul"),
  );
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <div {...rows.holder} className="flex max-w-[760px] flex-col gap-5">
      <ul
        aria-label="Your sessions"
        tabIndex={-1}
        className="divide-y divide-hairline rounded-card border border-hairline bg-surface"
      >
        {sessions.map((session) => (
          <SessionRow key={session.sessionId} session={session} nowMs={nowMs} fetcher={ending} />
        ))}
      </ul>
      {others.length > 0 && <EndOthers fetcher={ending} />}
    </div>
  );
}

type Ending = ReturnType<typeof useEnding>;

function SessionRow({ session, nowMs, fetcher }: { session: DeviceSession; nowMs: number; fetcher: Ending }) {
  const { sessionId, device, place, isCurrent, isSupport, usedSecondFactor, createdAtMs, lastSeenAtMs } = session;
  return (
    <li data-row={sessionId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-56">
        <p className="font-medium">
          {isSupport ? "Support, by your permission" : device}
          {isCurrent && <span className="ml-2 text-meta font-normal text-positive">This device</span>}
        </p>
        <p className="text-meta text-muted">
          {[
            place,
            isCurrent ? "in use now" : `last used ${formatRelativeTime(lastSeenAtMs, nowMs)}`,
            `since ${formatDay(createdAtMs)}`,
            usedSecondFactor ? "with a second factor" : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {!isCurrent && (
        <fetcher.Form method="post" action={SESSIONS_PATH}>
          <CsrfField />
          <input type="hidden" name="intent" value="revoke" />
          <input type="hidden" name="session_id" value={sessionId} />
          <Button type="submit" size="small" busy={fetcher.state !== "idle"} aria-label={`Sign out ${device}`}>
            Sign out
          </Button>
        </fetcher.Form>
      )}
    </li>
  );
}

function EndOthers({ fetcher }: { fetcher: Ending }) {
  return (
    <fetcher.Form method="post" action={SESSIONS_PATH}>
      <CsrfField />
      <input type="hidden" name="intent" value="revoke_others" />
      <Button type="submit" variant="danger" busy={fetcher.state !== "idle"}>
        Sign out everywhere else
      </Button>
    </fetcher.Form>
  );
}

/** One for the screen: an ended session has no row any more that could say so. */
function useEnding() {
  const fetcher = useFetcher<Answer>();
  const data = fetcher.state === "idle" ? fetcher.data : undefined;
  useEffect(() => {
    if (!data) return;
    if (data.problems?.form) toast.error(data.problems.form);
    else if (data.ended !== undefined)
      toast.success(data.ended === 1 ? "Session ended." : `${data.ended} sessions ended.`);
  }, [data]);
  return fetcher;
}
