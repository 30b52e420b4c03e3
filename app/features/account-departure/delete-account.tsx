import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import { CSRF_FIELD, useCsrfToken } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import type { Problems } from "~/features/accounts/form-refusal.server";
import { StepUp } from "~/features/accounts/step-up-dialog";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { DEPARTURE_PATH } from "./departure-path";

/** Long enough to read what goes. */
const WAIT_SECONDS = 5;

/** Names of workspaces: those that go with the account, those that others keep, and those that keep it from ending. */
export interface DeletionPlan {
  erased: string[];
  left: string[];
  blocking: string[];
}

/** Closes the account, after a typed yes. */
export function DeleteAccount({ email, plan }: { email: string; plan: DeletionPlan }) {
  const [asked, setAsked] = useState(false);
  const csrfToken = useCsrfToken();
  const fetcher = useFetcher<{ problems?: Problems; refusal?: string }>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const problem = answer?.refusal === "sensitive_action" ? undefined : answer?.problems?.form;
  return (
    <div className="flex flex-col gap-4">
      <FormProblem>{problem}</FormProblem>
      <p>
        You will be signed out everywhere, your keys will stop working, and what you shared will no longer be available,
        all at once. Two weeks later everything is erased for good.
      </p>
      {plan.left.length > 0 && (
        <p className="text-muted">
          What you made in {listed(plan.left)} stays with the others there, without your name.
        </p>
      )}
      {plan.blocking.length > 0 && (
        <p role="note">
          You are the only admin of {listed(plan.blocking)}, which others use. Make somebody else an admin first.
        </p>
      )}
      <Button
        variant="danger"
        className="self-start"
        disabled={plan.blocking.length > 0}
        busy={fetcher.state !== "idle"}
        onClick={() => setAsked(true)}
      >
        Delete account
      </Button>
      <ConfirmDialog
        open={asked}
        request={{
          title: "Delete your account?",
          description: (
            <>
              {plan.erased.length > 0 && `${listed(plan.erased)} goes with it. `}
              You can keep the account for two weeks by the link that we mail you, or by signing in.
            </>
          ),
          confirmLabel: "Delete account",
          destructive: true,
          waitSeconds: WAIT_SECONDS,
          input: {
            label: `Type ${email} to confirm`,
            pattern: email.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"),
            required: true,
            type: "text",
          },
        }}
        onCancel={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          fetcher.submit({ [CSRF_FIELD]: csrfToken, intent: "delete" }, { method: "post", action: DEPARTURE_PATH });
        }}
      />
      <StepUp fetcher={fetcher} />
    </div>
  );
}

const listed = (names: string[]) => new Intl.ListFormat("en").format(names.map((name) => `“${name}”`));
