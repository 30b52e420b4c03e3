import { useState } from "react";
import { Button } from "~/ui/button";
import { CircleAlert } from "~/ui/icons";
import type { LinkSettings, WireShareLink } from "../share-calls";
import { expiryAfterDays, expiryTime } from "./link-expiry";

const EXTENDED_DAYS = 7;

/** Says why a link leads nowhere, and offers what brings it back. Source: a link past its time answers 410 to everybody. */
export function DeadLink({ link, onSet }: { link: WireShareLink; onSet: (settings: LinkSettings) => Promise<void> }) {
  const [busy, setBusy] = useState<"extend" | "remove">();
  const isExpired = link.state === "expired";
  async function change(kind: "extend" | "remove"): Promise<void> {
    setBusy(kind);
    await onSet({ expires_at_unix: kind === "remove" ? null : expiryAfterDays(EXTENDED_DAYS, Date.now()) });
    setBusy(undefined);
  }
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-card border border-accent-text/40 bg-accent-wash px-3.5 py-3"
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden="true" />
      <div className="flex min-w-0 flex-col gap-3">
        <p>
          {isExpired && link.expires_at_unix !== null
            ? `This link expired on ${expiryTime(link.expires_at_unix)}. Whoever opens it reads that it is no longer available.`
            : "Nobody can open this link any more: the account of who made this is gone."}
        </p>
        {isExpired && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" busy={busy === "extend"} onClick={() => void change("extend")}>
              Extend by {EXTENDED_DAYS} days
            </Button>
            <Button size="small" busy={busy === "remove"} onClick={() => void change("remove")}>
              Remove the expiry
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
