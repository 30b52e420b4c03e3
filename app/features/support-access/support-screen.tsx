import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { OpenAccount } from "~/domains/accounts/support-access/support-access";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import type { Problems } from "~/features/accounts/form-refusal.server";
import { useProblemFocus } from "~/features/accounts/use-problem-focus";
import { Page } from "~/features/shell/page";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Field, Input, Textarea } from "~/ui/field";
import { LocalTime } from "~/ui/local-time";

/** For people from support: ask an owner for access, and open the accounts whose owners said yes. */
export function SupportScreen({
  accounts,
  notice,
  asked,
  problems,
}: {
  accounts: OpenAccount[];
  /** What has just been done. */
  notice: string | null;
  /** The answer to a question that was sent, another one each time. */
  asked: object | undefined;
  problems: Problems | undefined;
}) {
  return (
    <Page title="Support" description="See an account as its owner sees it, with their consent, for an hour.">
      <div className="grid max-w-[760px] gap-8">
        <p role="status" className="rounded-card bg-positive-wash px-4 py-3 empty:hidden">
          {notice}
        </p>
        <AskForm problems={problems} asked={asked} />
        <section aria-labelledby="open-accounts">
          <h2 id="open-accounts" className="mb-3 text-title font-semibold">
            Accounts you may open
          </h2>
          {accounts.length === 0 ? (
            <EmptyState>None. An account appears here once its owner has let you in.</EmptyState>
          ) : (
            <ul className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
              {accounts.map((account) => (
                <OpenAccountRow key={account.accessId} account={account} />
              ))}
            </ul>
          )}
        </section>
      </div>
    </Page>
  );
}

function AskForm({ problems, asked }: { problems: Problems | undefined; asked: object | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "ask";
  useProblemFocus(form, problems);
  useEffect(() => {
    if (asked) form.current?.reset();
  }, [asked]);
  return (
    <Form method="post" ref={form} noValidate className="flex flex-col gap-4">
      <CsrfField />
      <input type="hidden" name="intent" value="ask" />
      <FormProblem>{problems?.form}</FormProblem>
      <Field label="E-mail address of the account" error={problems?.email}>
        <Input name="email" type="email" autoComplete="off" required />
      </Field>
      <Field label="Reason" hint="The owner reads it in the mail." error={problems?.reason}>
        <Textarea name="reason" rows={3} maxLength={500} required />
      </Field>
      <Button type="submit" variant="primary" className="self-start" busy={busy}>
        Ask the owner
      </Button>
    </Form>
  );
}

function OpenAccountRow({ account: { accessId, ownerEmail, reason, expiresAtMs } }: { account: OpenAccount }) {
  const busy = useNavigation().formData?.get("access_id") === accessId;
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-medium [overflow-wrap:anywhere]">{ownerEmail}</p>
        <p className="text-meta text-muted [overflow-wrap:anywhere]">
          Until <LocalTime timeMs={expiresAtMs} /> · {reason}
        </p>
      </div>
      <Form method="post">
        <CsrfField />
        <input type="hidden" name="intent" value="open" />
        <input type="hidden" name="access_id" value={accessId} />
        <Button type="submit" busy={busy} aria-label={`Open the account of ${ownerEmail}`}>
          Open account
        </Button>
      </Form>
    </li>
  );
}
