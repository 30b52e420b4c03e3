import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { PASSWORD_HINT } from "~/features/accounts/credential-fields";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import { PasswordInput } from "~/features/accounts/password-input";
import { StepUp } from "~/features/accounts/step-up-dialog";
import { useProblemFocus } from "~/features/accounts/use-problem-focus";
import { SettingsSection } from "~/features/settings/settings-section";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { SECURITY_PATH, useSecurityForm } from "./security-form";

export function PasswordSection() {
  const form = useRef<HTMLFormElement>(null);
  const { fetcher, answer, problems, busy } = useSecurityForm();
  useProblemFocus(form, problems);
  useEffect(() => {
    if (answer?.done) form.current?.reset();
  }, [answer]);
  return (
    <SettingsSection title="Password" description="Changing it signs you out everywhere else.">
      <fetcher.Form method="post" action={SECURITY_PATH} ref={form} noValidate className="flex flex-col gap-4">
        <CsrfField />
        <input type="hidden" name="intent" value="change_password" />
        <FormProblem>{problems?.form}</FormProblem>
        <Field
          label="Old password"
          hint={
            <>
              If you do not know it, or have none yet,{" "}
              <Link to="/app/sign-in/forgot-password" className="underline underline-offset-2">
                choose one by mail
              </Link>
              .
            </>
          }
          error={problems?.old_password}
        >
          <PasswordInput name="old_password" autoComplete="current-password" />
        </Field>
        <Field label="New password" hint={PASSWORD_HINT} error={problems?.password}>
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <Field label="New password, once more">
          <PasswordInput name="repeated" autoComplete="new-password" />
        </Field>
        <Button type="submit" busy={busy} className="self-start">
          Change password
        </Button>
      </fetcher.Form>
      <StepUp fetcher={fetcher} />
    </SettingsSection>
  );
}
