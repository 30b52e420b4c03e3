import { Link } from "@remix-run/react";
import { useState } from "react";
import type { FactorList } from "~/domains/accounts/security/second-factors";
import { CsrfField, useCsrfToken } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import { StepUp } from "~/features/accounts/step-up-dialog";
import { CopyField } from "~/features/settings/copy-field";
import { SettingsSection } from "~/features/settings/settings-section";
import { formatDay } from "~/lib/format-day";
import { Button, buttonClass } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { useRowFocus } from "~/ui/use-row-focus";
import { SECURITY_PATH, type SecurityForm, useSecurityForm } from "./security-form";

const NAMES = { totp: "Authenticator app", sms: "Text messages" } as const;

export function FactorsSection({ factors }: { factors: FactorList }) {
  const { totp, sms } = factors;
  const hasFactor = totp !== null || sms !== null;
  const removing = useSecurityForm();
  const rows = useRowFocus<HTMLDivElement>([totp ? "totp" : "", sms ? "sms" : ""].filter(Boolean), (section) =>
    section?.querySelector("a"),
  );
  return (
    <SettingsSection
      title="Second factor"
      description="After your password, a code that only you can have. Who learns your password alone does not get in."
    >
      <div {...rows.holder} className="flex flex-col gap-4">
        <FormProblem>{removing.problems?.form}</FormProblem>
        <StepUp fetcher={removing.fetcher} />
        {hasFactor && (
          <ul
            aria-label="Your second factors"
            className="divide-y divide-hairline rounded-card border border-hairline bg-surface"
          >
            {totp && <Factor method="totp" form={removing} detail={`Set up on ${formatDay(totp.createdAtMs)}`} />}
            {sms && (
              <Factor
                method="sms"
                form={removing}
                detail={`${sms.phonePreview}, set up on ${formatDay(sms.createdAtMs)}`}
              />
            )}
          </ul>
        )}
        {!(totp && sms) && (
          <Link to="?dialog=add-2fa" preventScrollReset className={buttonClass("secondary", "medium", "self-start")}>
            Add a second factor
          </Link>
        )}
        {hasFactor && <BackupCode createdAtMs={factors.backupCode?.createdAtMs} />}
      </div>
    </SettingsSection>
  );
}

function Factor({
  method,
  detail,
  form: { fetcher, busy },
}: {
  method: keyof typeof NAMES;
  detail: string;
  form: SecurityForm;
}) {
  const [asking, setAsking] = useState(false);
  const csrf = useCsrfToken();
  return (
    <li data-row={method} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow">
        <p className="font-medium">{NAMES[method]}</p>
        <p className="text-meta text-muted">{detail}</p>
      </div>
      <Button size="small" busy={busy} onClick={() => setAsking(true)} aria-label={`Remove ${NAMES[method]}`}>
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        request={{
          title: `Remove ${NAMES[method].toLowerCase()}?`,
          description: "Signing in will not ask for it any more.",
          confirmLabel: "Remove",
          destructive: true,
        }}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          fetcher.submit({ csrf, intent: "factor_remove", method }, { method: "post", action: SECURITY_PATH });
        }}
      />
    </li>
  );
}

/** The one code for the day the second factor is lost. */
function BackupCode({ createdAtMs }: { createdAtMs: number | undefined }) {
  const { fetcher, answer, problems, busy } = useSecurityForm();
  const code = answer?.backupCode;
  return (
    <div className="flex flex-col gap-3 rounded-card border border-hairline bg-surface p-4">
      <div>
        <p className="font-medium">Backup code</p>
        <p className="text-meta text-muted">
          {createdAtMs === undefined
            ? "If you lose your second factor, this code alone gets you back in. Make one now."
            : `Made on ${formatDay(createdAtMs)}. A new one replaces it.`}
        </p>
      </div>
      <FormProblem>{problems?.form}</FormProblem>
      {code && (
        <div role="status" className="flex flex-col gap-2">
          <CopyField label="Backup code" text={code} />
          <p className="text-meta text-muted">Write it down or print it. It is shown this once.</p>
        </div>
      )}
      <fetcher.Form method="post" action={SECURITY_PATH}>
        <CsrfField />
        <input type="hidden" name="intent" value="backup_code" />
        <Button type="submit" busy={busy}>
          {createdAtMs === undefined ? "Make a backup code" : "Make a new backup code"}
        </Button>
      </fetcher.Form>
      <StepUp fetcher={fetcher} />
    </div>
  );
}
