import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ConfirmationWays } from "~/domains/accounts/security/step-up";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { ByCode, ByMail, ByPasskey, ByPassword, type ConfirmationAnswer, STEP_UP_PATH } from "./confirmation-forms";
import { FormProblem } from "./form-problem";

type Way = "totp" | "sms" | "passkey" | "password" | "mail";

const LABELS: Record<Way, string> = {
  totp: "Use your authenticator app",
  sms: "Get a text message",
  passkey: "Use a passkey",
  password: "Use your password",
  mail: "Mail me a link instead",
};

/** The ways an account has, the strongest first. */
function waysOf(ways: ConfirmationWays): Way[] {
  const has: Record<Way, boolean> = {
    totp: ways.totp,
    sms: ways.smsPhonePreview !== null,
    passkey: ways.passkey,
    password: ways.password,
    mail: ways.mailedCode,
  };
  return (Object.keys(has) as Way[]).filter((way) => has[way]);
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
  const { load } = question;
  useEffect(() => load(STEP_UP_PATH), [load]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title="Confirm that it is you"
      description="What you are about to do needs it, since you signed in a while ago."
      width="narrow"
    >
      {question.data && <Ways ways={question.data.ways} onConfirmed={onConfirmed} />}
    </Dialog>
  );
}

function Ways({ ways, onConfirmed }: { ways: ConfirmationWays; onConfirmed: () => void }) {
  const offered = waysOf(ways);
  const [way, setWay] = useState(offered[0]);
  const fetcher = useFetcher<ConfirmationAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const done = useRef(onConfirmed);
  done.current = onConfirmed;
  const confirmed = answer?.confirmed === true;
  useEffect(() => {
    if (confirmed) done.current();
  }, [confirmed]);
  const problems = answer?.problems;
  return (
    <div className="flex flex-col gap-4">
      <FormProblem>{problems?.form}</FormProblem>
      {way === "password" && <ByPassword fetcher={fetcher} problem={problems?.password} />}
      {way === "mail" && <ByMail fetcher={fetcher} />}
      {way === "passkey" && <ByPasskey onConfirmed={onConfirmed} />}
      {(way === "totp" || way === "sms") && (
        <ByCode key={way} method={way} phonePreview={ways.smsPhonePreview} fetcher={fetcher} problem={problems?.code} />
      )}
      {offered.length > 1 && (
        <ul className="flex flex-col items-start gap-1 border-t border-hairline pt-3">
          {offered
            .filter((other) => other !== way)
            .map((other) => (
              <li key={other}>
                <Button variant="quiet" size="small" onClick={() => setWay(other)}>
                  {LABELS[other]}
                </Button>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}
