import { MESSAGES } from "~/domains/accounts/messages";
import { Button } from "~/ui/button";
import { ActionDialog } from "./action-dialog";
import { CsrfField } from "./csrf-field";
import { SelfSubmittingForm } from "./self-submitting-form";
import { useRememberedPath } from "./use-remembered-path";

/** Verifies an address. `outcome` is undefined before. Source: spec 000, sections 4 and 8. */
export function VerifyEmailDialog({
  outcome,
  closePath,
}: {
  outcome: { done: boolean; message: string } | undefined;
  closePath: string;
}) {
  const to = useRememberedPath(closePath);
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
