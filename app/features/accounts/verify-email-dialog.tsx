import { Form, Link, useNavigation } from "@remix-run/react";
import { MESSAGES } from "~/domains/accounts/messages";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { ActionDialog } from "./action-dialog";
import { CsrfField } from "./csrf-field";
import { PasswordInput } from "./password-input";
import { SelfSubmittingForm } from "./self-submitting-form";
import { useRememberedPath } from "./use-remembered-path";

/**
 * Verifies an address. `outcome` is undefined before. `problem`: why the password of the sign-up is asked for. Source:
 * spec 000, sections 4 and 8.
 */
export function VerifyEmailDialog({
  outcome,
  problem,
  closePath,
}: {
  outcome: { done: boolean; message: string } | undefined;
  problem: string | undefined;
  closePath: string;
}) {
  const to = useRememberedPath(closePath);
  const busy = useNavigation().state !== "idle";
  if (!outcome && problem) {
    return (
      <ActionDialog title="Email Verification">
        <Form method="post" noValidate className="flex flex-col gap-4">
          <CsrfField />
          <Field label="Password of this sign-up" error={problem}>
            <PasswordInput name="password" autoComplete="current-password" />
          </Field>
          <Button type="submit" variant="primary" busy={busy}>
            Verify e-mail address
          </Button>
        </Form>
        <Link to="/app/sign-in/forgot-password" className="self-start underline underline-offset-2">
          Choose a new password by mail
        </Link>
      </ActionDialog>
    );
  }
  if (!outcome) {
    return (
      <ActionDialog title="Email Verification">
        <p className="text-muted">One moment: this shows us that the address is yours.</p>
        <SelfSubmittingForm label="Verify e-mail address" />
      </ActionDialog>
    );
  }
  return (
    <ActionDialog title="Email Verification">
      <p role={outcome.done ? "status" : "alert"}>{outcome.done ? MESSAGES.emailVerified : outcome.message}</p>
      {/* Continuing signs out, so that the next session begins as a verified person's. */}
      <form method="post" action="/app/sign-out">
        <CsrfField />
        <input type="hidden" name="to" value={to} />
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </form>
    </ActionDialog>
  );
}
