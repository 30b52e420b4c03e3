import { useSearchParams } from "@remix-run/react";
import { type ReactNode, useRef, useState } from "react";
import type { FactorList } from "~/domains/accounts/security/second-factors";
import { CodeInput } from "~/features/accounts/code-input";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import { StepUp } from "~/features/accounts/step-up-dialog";
import { useProblemFocus } from "~/features/accounts/use-problem-focus";
import { CopyField } from "~/features/settings/copy-field";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Field, Input } from "~/ui/field";
import { SECURITY_PATH, type SecurityForm, useSecurityForm } from "./security-form";

type Method = "totp" | "sms";

/** Opened by `?dialog=add-2fa`: choose a way, prove that it works, done. Source: spec 000, section 2. */
export function AddFactorDialog({ factors }: { factors: FactorList }) {
  const [parameters, setParameters] = useSearchParams();
  const [chosen, setChosen] = useState<Method>();
  const missing = (["totp", "sms"] as const).filter((method) => factors[method] === null);
  const open = parameters.get("dialog") === "add-2fa" && missing.length > 0;
  const method = chosen && missing.includes(chosen) ? chosen : undefined;
  // Here, since what has been added leaves no form that could say so.
  const confirming = useSecurityForm(close);

  function close() {
    setChosen(undefined);
    setParameters(
      (before) => {
        before.delete("dialog");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={
        method === "totp" ? "Add an authenticator app" : method === "sms" ? "Add a telephone" : "Add a second factor"
      }
      width="narrow"
    >
      {open && !method && <Choice methods={missing} onChoose={setChosen} />}
      {open && method === "totp" && <AddApp confirming={confirming} />}
      {open && method === "sms" && <AddPhone confirming={confirming} />}
    </Dialog>
  );
}

const CHOICES: Record<Method, { title: string; text: string }> = {
  totp: { title: "Authenticator app", text: "Codes from an app on your telephone. Works without a network." },
  sms: { title: "Text messages", text: "Codes by SMS. Better than nothing, less safe than an app." },
};

function Choice({ methods, onChoose }: { methods: readonly Method[]; onChoose: (method: Method) => void }) {
  return (
    <ul className="flex flex-col gap-2">
      {methods.map((method) => (
        <li key={method}>
          <button
            type="button"
            onClick={() => onChoose(method)}
            className="flex w-full flex-col rounded-card border border-hairline px-4 py-3 text-left hover:border-edge"
          >
            <span className="font-medium">{CHOICES[method].title}</span>
            <span className="text-meta text-muted">{CHOICES[method].text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function AddApp({ confirming }: { confirming: SecurityForm }) {
  const start = useSecurityForm();
  // What was shown stays while a code is sent.
  const shown = useRef(start.answer?.app);
  shown.current = start.answer?.app ?? shown.current;
  const app = shown.current;
  if (!app) {
    return (
      <StartForm form={start} intent="totp_start" label="Show the QR code">
        <p>You will scan a code with your authenticator app, and type the six digits that it shows.</p>
      </StartForm>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p>Scan this code with your authenticator app.</p>
      <img
        src={app.qrCode}
        alt="QR code with the secret for your authenticator app"
        className="size-48 self-center rounded-control bg-white"
      />
      <p className="text-meta text-muted">Without a camera, type this secret into the app.</p>
      <CopyField label="Secret" text={app.secret} />
      <ConfirmCode intent="totp_confirm" label="Code that the app shows" form={confirming} />
    </div>
  );
}

function AddPhone({ confirming }: { confirming: SecurityForm }) {
  const start = useSecurityForm();
  const shown = useRef(start.answer?.texted);
  shown.current = start.answer?.texted ?? shown.current;
  if (!shown.current) {
    return (
      <StartForm form={start} intent="sms_start" label="Send me a code">
        <Field label="Telephone number" hint="With its country code, like +1 555 0100." error={start.problems?.phone}>
          <Input name="phone" type="tel" autoComplete="tel" required maxLength={32} />
        </Field>
      </StartForm>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p role="status">A code is on its way to {shown.current}.</p>
      <ConfirmCode intent="sms_confirm" label="Code from the text message" form={confirming} />
    </div>
  );
}

function StartForm({
  form: { fetcher, problems, busy },
  intent,
  label,
  children,
}: {
  form: SecurityForm;
  intent: string;
  label: string;
  children: ReactNode;
}) {
  return (
    <>
      <fetcher.Form method="post" action={SECURITY_PATH} noValidate className="flex flex-col gap-4">
        <CsrfField />
        <input type="hidden" name="intent" value={intent} />
        <FormProblem>{problems?.form}</FormProblem>
        {children}
        {/* Where there is nothing to fill in; what was pressed to come here is gone. */}
        <Button type="submit" variant="primary" busy={busy} autoFocus={intent === "totp_start"}>
          {label}
        </Button>
      </fetcher.Form>
      <StepUp fetcher={fetcher} />
    </>
  );
}

function ConfirmCode({
  intent,
  label,
  form: { fetcher, problems, busy },
}: {
  intent: string;
  label: string;
  form: SecurityForm;
}) {
  const form = useRef<HTMLFormElement>(null);
  useProblemFocus(form, problems);
  return (
    <fetcher.Form method="post" action={SECURITY_PATH} ref={form} noValidate className="flex flex-col gap-4">
      <CsrfField />
      <input type="hidden" name="intent" value={intent} />
      <FormProblem>{problems?.form}</FormProblem>
      <Field label={label} error={problems?.code}>
        <CodeInput name="code" refusal={problems?.code && problems} autoFocus={intent === "sms_confirm"} />
      </Field>
      <Button type="submit" variant="primary" busy={busy}>
        Confirm
      </Button>
    </fetcher.Form>
  );
}
