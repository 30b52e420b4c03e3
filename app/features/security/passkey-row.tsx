import { useEffect, useRef, useState } from "react";
import type { Passkey } from "~/domains/accounts/security/passkeys";
import { CsrfField, useCsrfToken } from "~/features/accounts/csrf-field";
import { useProblemFocus } from "~/features/accounts/use-problem-focus";
import { formatDay } from "~/lib/format-day";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Field, Input } from "~/ui/field";
import { SECURITY_PATH, type SecurityForm, useSecurityForm } from "./security-form";

/** A passkey, which can be renamed and removed. */
export function PasskeyRow({ passkey, removing }: { passkey: Passkey; removing: SecurityForm }) {
  const [state, setState] = useState<"shown" | "renaming" | "removing">("shown");
  const csrf = useCsrfToken();
  const renameButton = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  // The form's own buttons go with it.
  useEffect(() => {
    if (wasRenaming.current && state === "shown") renameButton.current?.focus();
    wasRenaming.current = state === "renaming";
  }, [state]);
  const { passkeyId, name, createdAtMs, lastUsedAtMs, isBackedUp } = passkey;
  if (state === "renaming") {
    return (
      <li data-row={passkeyId} className="px-4 py-3">
        <RenameForm passkeyId={passkeyId} name={name} onEnd={() => setState("shown")} />
      </li>
    );
  }
  return (
    <li data-row={passkeyId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-48">
        <p className="truncate font-medium">{name}</p>
        <p className="text-meta text-muted">
          Added on {formatDay(createdAtMs)}
          {lastUsedAtMs !== null && `, last used on ${formatDay(lastUsedAtMs)}`}
          {isBackedUp && ", synced to your devices"}
        </p>
      </div>
      <div className="flex gap-2">
        <Button ref={renameButton} size="small" onClick={() => setState("renaming")} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button size="small" busy={removing.busy} onClick={() => setState("removing")} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
      <ConfirmDialog
        open={state === "removing"}
        request={{
          title: "Remove this passkey?",
          description: `“${name}” will not sign you in any more. Remove it from your device too.`,
          confirmLabel: "Remove",
          destructive: true,
        }}
        onCancel={() => setState("shown")}
        onConfirm={() => {
          setState("shown");
          const fields = { csrf, intent: "passkey_remove", passkey_id: passkeyId };
          removing.fetcher.submit(fields, { method: "post", action: SECURITY_PATH });
        }}
      />
    </li>
  );
}

/** Begins without what was said of an earlier try. Escape leaves it, as Cancel does. */
function RenameForm({ passkeyId, name, onEnd }: { passkeyId: string; name: string; onEnd: () => void }) {
  const { fetcher, problems, busy } = useSecurityForm(onEnd);
  const form = useRef<HTMLFormElement>(null);
  useProblemFocus(form, problems);
  return (
    <fetcher.Form
      method="post"
      action={SECURITY_PATH}
      ref={form}
      noValidate
      onKeyDown={(event) => event.key === "Escape" && onEnd()}
    >
      <CsrfField />
      <input type="hidden" name="intent" value="passkey_rename" />
      <input type="hidden" name="passkey_id" value={passkeyId} />
      <Field
        label="Name"
        error={problems?.name ?? problems?.form}
        beside={
          <>
            <Button type="submit" variant="primary" busy={busy}>
              Save
            </Button>
            <Button onClick={onEnd}>Cancel</Button>
          </>
        }
      >
        <Input name="name" defaultValue={name} maxLength={60} required autoFocus />
      </Field>
    </fetcher.Form>
  );
}
