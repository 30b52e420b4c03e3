import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import type { Passkey } from "~/domains/accounts/security/passkeys";
import { useCsrfToken } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import { addPasskey, supportsPasskeys } from "~/features/accounts/passkey-ceremony";
import { passkeyProblemOf } from "~/features/accounts/passkey-problem";
import { StepUp, useConfirmedCall } from "~/features/accounts/step-up-dialog";
import { SettingsSection } from "~/features/settings/settings-section";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { useRowFocus } from "~/ui/use-row-focus";
import { PasskeyRow } from "./passkey-row";
import { useSecurityForm } from "./security-form";

export function PasskeysSection({ passkeys, suggestedName }: { passkeys: Passkey[]; suggestedName: string }) {
  const csrf = useCsrfToken();
  const { revalidate } = useRevalidator();
  const { call, dialog } = useConfirmedCall();
  const removing = useSecurityForm();
  const [isSupported, setSupported] = useState(true);
  const [naming, setNaming] = useState(false);
  const [busy, setBusy] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const rows = useRowFocus<HTMLDivElement>(
    passkeys.map(({ passkeyId }) => passkeyId),
    () => addButton.current,
  );
  useEffect(() => setSupported(supportsPasskeys()), []);

  async function add(name: string) {
    setNaming(false);
    setBusy(true);
    try {
      await call(() => addPasskey(csrf, name.trim() || suggestedName));
      toast.success("Passkey added.");
      revalidate();
    } catch (error) {
      const problem = passkeyProblemOf(error);
      if (problem) toast.error(problem);
    } finally {
      setBusy(false);
    }
  }

  return (
    <SettingsSection
      title="Passkeys"
      description="Sign in with your finger, face or PIN, without a password and without a code."
    >
      <div {...rows.holder} className="flex flex-col gap-4">
        <FormProblem>{removing.problems?.form}</FormProblem>
        {passkeys.length > 0 && (
          <ul
            aria-label="Your passkeys"
            className="divide-y divide-hairline rounded-card border border-hairline bg-surface"
          >
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.passkeyId} passkey={passkey} removing={removing} />
            ))}
          </ul>
        )}
        {isSupported ? (
          <Button ref={addButton} className="self-start" busy={busy} onClick={() => setNaming(true)}>
            Add a passkey
          </Button>
        ) : (
          <p className="text-muted">This browser has no passkeys.</p>
        )}
      </div>
      <ConfirmDialog
        open={naming}
        request={{
          title: "Add a passkey",
          description: "Your browser will ask where to keep it.",
          confirmLabel: "Continue",
          input: { label: "Name", placeholder: suggestedName, hint: "By which you tell it from your other ones." },
        }}
        onCancel={() => setNaming(false)}
        onConfirm={add}
      />
      {dialog}
      <StepUp fetcher={removing.fetcher} />
    </SettingsSection>
  );
}
