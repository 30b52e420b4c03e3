/** The ways to confirm who one is, each a form. */
import { type useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { CodeInput } from "./code-input";
import { CsrfField, useCsrfToken } from "./csrf-field";
import { FormProblem } from "./form-problem";
import type { Problems } from "./form-refusal.server";
import { confirmByPasskey } from "./passkey-ceremony";
import { passkeyProblemOf } from "./passkey-problem";
import { PasswordInput } from "./password-input";

export const STEP_UP_PATH = "/app/step-up";

export interface ConfirmationAnswer {
  confirmed?: boolean;
  mailedTo?: string;
  texted?: boolean;
  problems?: Problems;
}

type Confirming = ReturnType<typeof useFetcher<ConfirmationAnswer>>;

export function ByPassword({ fetcher, problem }: { fetcher: Confirming; problem: string | undefined }) {
  return (
    <fetcher.Form method="post" action={STEP_UP_PATH} noValidate className="flex flex-col gap-4">
      <CsrfField />
      <input type="hidden" name="intent" value="password" />
      <Field label="Your password" error={problem}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="primary" busy={fetcher.state !== "idle"}>
        Confirm
      </Button>
    </fetcher.Form>
  );
}

export function ByCode({
  method,
  phonePreview,
  fetcher,
  problem,
}: {
  method: "totp" | "sms";
  phonePreview: string | null;
  fetcher: Confirming;
  problem: string | undefined;
}) {
  const texted = fetcher.data?.texted === true;
  const texting = fetcher.formData?.get("intent") === "send_code";
  return (
    <>
      {method === "sms" && (
        <fetcher.Form method="post" action={STEP_UP_PATH} className="flex flex-wrap items-center gap-3">
          <CsrfField />
          <input type="hidden" name="intent" value="send_code" />
          <Button type="submit" busy={texting}>
            {texted ? "Send another code" : "Send me a code"}
          </Button>
          <p role="status" className="text-meta text-muted">
            {texted && `A code is on its way to ${phonePreview}.`}
          </p>
        </fetcher.Form>
      )}
      <fetcher.Form method="post" action={STEP_UP_PATH} noValidate className="flex flex-col gap-4">
        <CsrfField />
        <input type="hidden" name="intent" value="code" />
        <input type="hidden" name="method" value={method} />
        <Field
          label={method === "totp" ? "Code from your authenticator app" : "Code from the text message"}
          error={problem}
        >
          <CodeInput name="code" refusal={problem && fetcher.data} />
        </Field>
        <Button type="submit" variant="primary" busy={fetcher.state !== "idle" && !texting}>
          Confirm
        </Button>
      </fetcher.Form>
    </>
  );
}

export function ByPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const csrf = useCsrfToken();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function confirm() {
    setBusy(true);
    setProblem(undefined);
    try {
      await confirmByPasskey(csrf);
      onConfirmed();
    } catch (error) {
      setProblem(passkeyProblemOf(error) ?? undefined);
      setBusy(false);
    }
  }
  return (
    <>
      <FormProblem>{problem}</FormProblem>
      <Button variant="primary" busy={busy} onClick={confirm}>
        Use a passkey
      </Button>
    </>
  );
}

export function ByMail({ fetcher }: { fetcher: Confirming }) {
  const { pathname, search } = useLocation();
  const [mailedTo, setMailedTo] = useState<string>();
  const sentTo = fetcher.data?.mailedTo;
  useEffect(() => {
    if (sentTo) setMailedTo(sentTo);
  }, [sentTo]);
  return (
    <fetcher.Form method="post" action={STEP_UP_PATH} className="flex flex-col gap-4">
      <CsrfField />
      <input type="hidden" name="return_path" value={pathname + search} />
      <p role="status" className="empty:hidden">
        {mailedTo && `We mailed a link to ${mailedTo}. Open it in this browser, then come back here.`}
      </p>
      <Button
        type="submit"
        name="intent"
        value={mailedTo ? "check" : "mail"}
        variant="primary"
        busy={fetcher.state !== "idle"}
      >
        {mailedTo ? "I have opened it" : "Mail me a link"}
      </Button>
    </fetcher.Form>
  );
}
