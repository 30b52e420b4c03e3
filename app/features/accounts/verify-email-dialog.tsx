import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { MESSAGES } from "~/domains/accounts/messages";
import { Button } from "~/ui/button";
import { ActionDialog } from "./action-dialog";
import { CsrfField } from "./csrf-field";

/**
 * Verifies an address. The code is sent by a form, since mail programs open links ahead of their readers; with scripts
 * that happens by itself. `outcome` is undefined before. Source: spec 000, sections 4 and 8.
 */
export function VerifyEmailDialog({
  outcome,
  closePath,
}: {
  outcome: { verified: boolean; message: string } | undefined;
  closePath: string;
}) {
  const form = useRef<HTMLFormElement>(null);
  const submitted = useRef(false);
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  useEffect(() => {
    if (submitted.current || outcome || !form.current) return;
    submitted.current = true;
    submit(form.current);
  }, [outcome, submit]);
  if (!outcome) {
    return (
      <ActionDialog title="Email Verification">
        <p className="text-muted">One moment: this shows us that the address is yours.</p>
        <Form method="post" ref={form}>
          <CsrfField />
          <Button type="submit" variant="primary" busy={busy}>
            Verify e-mail address
          </Button>
        </Form>
      </ActionDialog>
    );
  }
  return (
    <ActionDialog title="Email Verification">
      <p role={outcome.verified ? "status" : "alert"}>{outcome.verified ? MESSAGES.emailVerified : outcome.message}</p>
      {/* Continuing signs out, so that the next session begins as a verified person's. */}
      <form method="post" action="/app/sign-out">
        <CsrfField />
        <input type="hidden" name="to" value={closePath} />
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </form>
    </ActionDialog>
  );
}
