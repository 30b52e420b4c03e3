import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { WaysAtReset } from "~/domains/accounts/security/reset-removal";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { ActionDialog } from "./action-dialog";
import { PASSWORD_HINT } from "./credential-fields";
import { CsrfField } from "./csrf-field";
import { FormProblem } from "./form-problem";
import type { Problems } from "./form-refusal.server";
import { PasswordInput } from "./password-input";
import { useProblemFocus } from "./use-problem-focus";
import { dayOf, WaysIn } from "./ways-in";

/**
 * Takes a new password, twice, and says what else gets in: what a thief added outlives the password. What goes is the
 * owner's choice, since it may be what their programs work with. Any edit clears the error. Source: spec
 * 000, section 5.
 */
export function ChangePasswordDialog({
  problems,
  hasCode,
  ways,
}: {
  problems: Problems | undefined;
  hasCode: boolean;
  ways: WaysAtReset;
}) {
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
        <WaysIn title="Also get into your account" ways={[...ways.removable, ...ways.kept]} />
        {ways.removable.length > 0 && (
          <label className="flex items-start gap-2.5">
            <input
              type="checkbox"
              name="removes_added"
              value="yes"
              defaultChecked
              className="mt-0.5 size-4 accent-accent"
            />
            Also remove passkeys and API keys added since {dayOf(ways.sinceMs)}: keep them only if you know all of them
          </label>
        )}
        <Button type="submit" variant="primary" busy={busy} disabled={!hasCode}>
          Change Password
        </Button>
      </Form>
    </ActionDialog>
  );
}
