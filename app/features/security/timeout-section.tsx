import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import { StepUp } from "~/features/accounts/step-up-dialog";
import { SettingsSection } from "~/features/settings/settings-section";
import { Button } from "~/ui/button";
import { Field, useFieldControlId } from "~/ui/field";
import { NativeSelect } from "~/ui/native-select";
import { SECURITY_PATH, useSecurityForm } from "./security-form";
import { TIMEOUTS, timeoutLabel } from "./timeouts";

/** For admins: when unused sessions of everybody in the workspace end. */
export function TimeoutSection({ seconds }: { seconds: number | null }) {
  const { fetcher, problems, busy } = useSecurityForm();
  return (
    <SettingsSection
      title="Inactive sessions"
      description="For everybody in this workspace. Who has not used it for so long has to sign in again."
    >
      <fetcher.Form method="post" action={SECURITY_PATH} className="flex flex-col gap-4">
        <CsrfField />
        <input type="hidden" name="intent" value="timeout" />
        <FormProblem>{problems?.form}</FormProblem>
        <Field label="Sign people out after" error={problems?.session_inactivity_timeout}>
          <Choices seconds={seconds} />
        </Field>
        <Button type="submit" busy={busy} className="self-start">
          Save
        </Button>
      </fetcher.Form>
      <StepUp fetcher={fetcher} />
    </SettingsSection>
  );
}

function Choices({ seconds }: { seconds: number | null }) {
  const id = useFieldControlId();
  const choices = seconds === null || TIMEOUTS.includes(seconds) ? TIMEOUTS : [...TIMEOUTS, seconds];
  return (
    <NativeSelect id={id} name="seconds" defaultValue={seconds ?? ""} key={seconds}>
      <option value="">Never</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {timeoutLabel(choice)}
        </option>
      ))}
    </NativeSelect>
  );
}
