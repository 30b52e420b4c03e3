import { Form, Link, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Button, buttonClass } from "~/ui/button";
import { ActionDialog } from "./action-dialog";
import { CsrfField } from "./csrf-field";
import { FormProblem } from "./form-problem";
import type { Problems } from "./form-refusal.server";
import { useProblemFocus } from "./use-problem-focus";
import { useRememberedPath } from "./use-remembered-path";

/** Lets somebody from support in, after an explicit yes. Source: spec 000, sections 2, 5, 6 and 8. */
export function GrantSupportDialog({
  asked,
  hasCode,
  problems,
  closePath,
}: {
  /** Who asks, why and for how long; null without a code. */
  asked: { staffEmail: string; reason: string; accessHours: number } | null;
  hasCode: boolean;
  problems: Problems | undefined;
  closePath: string;
}) {
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  const to = useRememberedPath(closePath);
  useProblemFocus(form, problems);
  return (
    <ActionDialog title="Grant Support Access to Your Account">
      {asked ? (
        <>
          <p>
            <strong className="font-semibold [overflow-wrap:anywhere]">{asked.staffEmail}</strong> from our support asks
            to see your account as you see it, for {asked.accessHours === 1 ? "one hour" : `${asked.accessHours} hours`}
            . You can end it before in your privacy settings.
          </p>
          {asked.reason && (
            <p className="border-l-2 border-hairline pl-3 text-muted [overflow-wrap:anywhere]">{asked.reason}</p>
          )}
        </>
      ) : (
        <p>Support can see your account only where you let them, and only for a while.</p>
      )}
      <Form method="post" ref={form} className="flex flex-col gap-4">
        <CsrfField />
        <FormProblem>{problems?.form}</FormProblem>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy} disabled={!hasCode}>
            Grant Access
          </Button>
          <Link to={to} className={buttonClass("quiet")}>
            Not now
          </Link>
        </div>
      </Form>
    </ActionDialog>
  );
}
