import { Form, Link, useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import type { Problems } from "~/features/accounts/form-refusal.server";
import { StepUp } from "~/features/accounts/step-up-dialog";
import { useProblemFocus } from "~/features/accounts/use-problem-focus";
import { Button } from "~/ui/button";
import { Field, Input } from "~/ui/field";
import { SettingsSection } from "./settings-section";

interface Answer {
  mailedTo?: string;
  problems?: Problems;
}

/** The address of an account, and how it becomes another one. `isChanging`: the address of the page says so. */
export function EmailSection({
  email,
  isChanging,
  mailboxPath,
}: {
  email: string;
  isChanging: boolean;
  mailboxPath: string | null;
}) {
  const fetcher = useFetcher<Answer>();
  const form = useRef<HTMLFormElement>(null);
  const { mailedTo } = fetcher.data ?? {};
  const problems = fetcher.state === "idle" ? fetcher.data?.problems : undefined;
  useProblemFocus(form, problems);
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (mailedTo) status.current?.focus();
  }, [mailedTo]);
  const change = useRef<HTMLButtonElement>(null);
  const wasChanging = useRef(isChanging);
  // By Cancel, which goes with the form.
  useEffect(() => {
    if (wasChanging.current && !isChanging) change.current?.focus();
    wasChanging.current = isChanging;
  }, [isChanging]);
  return (
    <SettingsSection title="E-mail address" description="Where you sign in with, and where we write to.">
      <StepUp fetcher={fetcher} />
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 grow font-medium [overflow-wrap:anywhere]">{email}</p>
        {!isChanging && (
          <Form method="get" action="/app/settings" preventScrollReset>
            <Button ref={change} type="submit" name="change" value="email">
              Change
            </Button>
          </Form>
        )}
      </div>
      {isChanging && mailedTo === undefined && (
        <fetcher.Form ref={form} method="post" action="/app/settings" noValidate className="mt-4 flex flex-col gap-4">
          <CsrfField />
          <input type="hidden" name="intent" value="change_email" />
          <FormProblem>{problems?.form}</FormProblem>
          <Field
            label="New e-mail address"
            hint="We mail a link to it. Until you follow it, nothing changes."
            error={problems?.email}
          >
            <Input
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              autoFocus
              required
            />
          </Field>
          <div className="flex gap-2">
            <Button type="submit" busy={fetcher.state !== "idle"}>
              Mail me the link
            </Button>
            <Link to="/app/settings" preventScrollReset className="inline-flex items-center px-3 font-medium">
              Cancel
            </Link>
          </div>
        </fetcher.Form>
      )}
      {mailedTo && (
        <p ref={status} role="status" tabIndex={-1} className="mt-4 outline-none [overflow-wrap:anywhere]">
          We have written to {mailedTo}. Follow the link in the mail in this browser.{" "}
          {mailboxPath && (
            <Link to={mailboxPath} className="underline underline-offset-2">
              Open the mailbox of this installation
            </Link>
          )}
        </p>
      )}
    </SettingsSection>
  );
}
