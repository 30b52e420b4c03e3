import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ConfirmationWays } from "~/domains/accounts/security/step-up";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { CsrfField } from "./csrf-field";
import { FormProblem } from "./form-problem";
import type { Problems } from "./form-refusal.server";
import { PasswordInput } from "./password-input";

const ADDRESS = "/app/step-up";

interface Answer {
  confirmed?: boolean;
  mailedTo?: string;
  problems?: Problems;
}

/** The person shows who they are, by whichever way their account has. */
export default function ConfirmationDialog({
  onCancel,
  onConfirmed,
}: {
  onCancel: () => void;
  onConfirmed: () => void;
}) {
  const question = useFetcher<{ ways: ConfirmationWays }>();
  const confirmation = useFetcher<Answer>();
  const { load } = question;
  useEffect(() => load(ADDRESS), [load]);
  const confirmed = confirmation.data?.confirmed === true && confirmation.state === "idle";
  const done = useRef(onConfirmed);
  done.current = onConfirmed;
  useEffect(() => {
    if (confirmed) done.current();
  }, [confirmed]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title="Confirm that it is you"
      description="What you are about to do needs it, since you signed in a while ago."
      width="narrow"
    >
      {question.data && <Ways ways={question.data.ways} fetcher={confirmation} />}
    </Dialog>
  );
}

type Confirming = ReturnType<typeof useFetcher<Answer>>;

function Ways({ ways, fetcher }: { ways: ConfirmationWays; fetcher: Confirming }) {
  const [byMail, setByMail] = useState(!ways.password);
  const problems = fetcher.state === "idle" ? fetcher.data?.problems : undefined;
  return (
    <div className="flex flex-col gap-4">
      <FormProblem>{problems?.form}</FormProblem>
      {byMail ? <ByMail fetcher={fetcher} /> : <ByPassword fetcher={fetcher} problem={problems?.password} />}
      {ways.password && ways.mailedCode && (
        <Button variant="quiet" className="self-start" onClick={() => setByMail(!byMail)}>
          {byMail ? "Use my password" : "Mail me a link instead"}
        </Button>
      )}
    </div>
  );
}

function ByPassword({ fetcher, problem }: { fetcher: Confirming; problem: string | undefined }) {
  return (
    <fetcher.Form method="post" action={ADDRESS} className="flex flex-col gap-4">
      <CsrfField />
      <input type="hidden" name="intent" value="password" />
      <Field label="Your password" error={problem}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="primary" busy={fetcher.state !== "idle"}>
        Confirm
      </Button>
    </fetcher.Form>
  );
}

function ByMail({ fetcher }: { fetcher: Confirming }) {
  const { pathname, search } = useLocation();
  const [mailedTo, setMailedTo] = useState<string>();
  const sentTo = fetcher.data?.mailedTo;
  useEffect(() => {
    if (sentTo) setMailedTo(sentTo);
  }, [sentTo]);
  return (
    <fetcher.Form method="post" action={ADDRESS} className="flex flex-col gap-4">
      <CsrfField />
      <input type="hidden" name="return_path" value={pathname + search} />
      <p role="status" className="empty:hidden">
        {mailedTo && `We mailed a link to ${mailedTo}. Open it in this browser, then come back here.`}
      </p>
      {mailedTo ? (
        <Button type="submit" name="intent" value="check" variant="primary" busy={fetcher.state !== "idle"}>
          I have opened it
        </Button>
      ) : (
        <Button type="submit" name="intent" value="mail" variant="primary" busy={fetcher.state !== "idle"}>
          Mail me a link
        </Button>
      )}
    </fetcher.Form>
  );
}
