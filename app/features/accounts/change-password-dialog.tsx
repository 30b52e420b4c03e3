import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { ActionDialog } from "./action-dialog";
import { PASSWORD_HINT } from "./credential-fields";
import { CsrfField } from "./csrf-field";
import { FormProblem } from "./form-problem";
import type { Problems } from "./form-refusal.server";
import { PasswordInput } from "./password-input";
import { useProblemFocus } from "./use-problem-focus";

/** Takes a new password, twice. Any edit clears the error. Source: spec 000, section 5. */
export function ChangePasswordDialog({ problems, hasCode }: { problems: Problems | undefined; hasCode: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const [edited, setEdited] = useState(false);
  const busy = useNavigation().formMethod === "POST";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer shows its problems
  useEffect(() => setEdited(false), [problems]);
  const shown = edited ? undefined : problems;
  // What is shown, and not what has arrived: the field is marked one render later.
  useProblemFocus(form, shown);
  return (
    <ActionDialog title="Please enter your new Password">
      <Form method="post" ref={form} noValidate onInput={() => setEdited(true)} className="flex flex-col gap-4">
        <CsrfField />
        <FormProblem>{shown?.form}</FormProblem>
        <Field label="New password" hint={PASSWORD_HINT} error={shown?.password}>
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <Field label="New password, once more">
          <PasswordInput name="repeated" autoComplete="new-password" />
        </Field>
        <Button type="submit" variant="primary" disabled={!hasCode || busy}>
          Change Password
        </Button>
      </Form>
    </ActionDialog>
  );
}
