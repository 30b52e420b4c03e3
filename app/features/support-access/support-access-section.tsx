import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { GrantedAccess } from "~/domains/accounts/support-access/support-access";
import { CsrfField } from "~/features/accounts/csrf-field";
import { SettingsSection } from "~/features/settings/settings-section";
import { Button } from "~/ui/button";
import { LocalTime } from "~/ui/local-time";
import { Skeleton } from "~/ui/skeleton";
import { useRowFocus } from "~/ui/use-row-focus";
import { SUPPORT_ACCESS_PATH } from "./support-state";

/** Who from support may see the account, who could before, and its end at once. Loads what it shows. */
export function SupportAccessSection() {
  const list = useFetcher<{ accesses: GrantedAccess[] }>();
  const { load } = list;
  useEffect(() => load(SUPPORT_ACCESS_PATH), [load]);
  return (
    <SettingsSection
      title="Support access"
      description="Support sees your account only where you let them by a link in a mail, for an hour at most. They can look and use, not change."
    >
      {list.data ? <Accesses accesses={list.data.accesses} /> : <Skeleton className="h-6 w-56" />}
    </SettingsSection>
  );
}

function Accesses({ accesses }: { accesses: GrantedAccess[] }) {
  const rows = useRowFocus<HTMLUListElement>(
    accesses.map(({ accessId }) => accessId),
    (list) => list,
  );
  if (accesses.length === 0) return <p className="text-muted">Nobody from support has ever been let in.</p>;
  return (
    <ul
      {...rows.holder}
      aria-label="Support access"
      className="divide-y divide-hairline rounded-card border border-hairline bg-surface"
    >
      {accesses.map((access) => (
        <Access key={access.accessId} access={access} />
      ))}
    </ul>
  );
}

function Access({
  access: { accessId, staffEmail, reason, grantedAtMs, endsAtMs, isOpen },
}: {
  access: GrantedAccess;
}) {
  const fetcher = useFetcher();
  return (
    <li data-row={accessId} tabIndex={-1} className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-medium [overflow-wrap:anywhere]">{staffEmail}</p>
        <p className="text-meta text-muted [overflow-wrap:anywhere]">{reason}</p>
        <p className="text-meta text-muted">
          From <LocalTime timeMs={grantedAtMs} withDay /> until <LocalTime timeMs={endsAtMs} withDay={!isOpen} />
        </p>
      </div>
      {isOpen && (
        <fetcher.Form method="post" action={SUPPORT_ACCESS_PATH}>
          <CsrfField />
          <input type="hidden" name="access_id" value={accessId} />
          <Button type="submit" size="small" variant="danger" busy={fetcher.state !== "idle"}>
            End access
          </Button>
        </fetcher.Form>
      )}
    </li>
  );
}
