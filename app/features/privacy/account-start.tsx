import { useSearchParams } from "@remix-run/react";
import { lazy, useEffect, useState } from "react";
import { useShell } from "~/features/shell/shell-context";
import { dropEvents } from "~/lib/analytics";
import { hasOptedOutHere, keepOptOutHere } from "~/lib/privacy-choice";
import { keepUserCookie } from "~/lib/ready-for-pixels";
import { OnceHydrated } from "~/ui/once-hydrated";
import type { Terms } from "./terms-dialog";

// Few are asked, so their code comes when they are.
const TermsDialog = lazy(() => import("./terms-dialog").then(({ TermsDialog }) => ({ default: TermsDialog })));
const TrainingOptOutDialog = lazy(() =>
  import("./training-opt-out").then(({ TrainingOptOutDialog }) => ({ default: TrainingOptOutDialog })),
);

/** Opens the training choice; read when the app starts. Source: spec 000, section 2. */
const TRAINING_PARAMETER = "training_opt_out";

/** What begins with a signed-in page: the browser learns what the account has chosen, and who is to be asked is asked. */
export function AccountStart() {
  const { userId, workspaceId, email, consent } = useShell();
  const [parameters, setParameters] = useSearchParams();
  const [agreed, setAgreed] = useState<readonly Terms[]>([]);
  const optedOut = consent?.ccpaOptOut ?? false;

  useEffect(() => {
    // A choice made elsewhere holds here too. Taking it back is done where it is shown.
    if (optedOut && !hasOptedOutHere()) {
      keepOptOutHere(true);
      dropEvents();
    }
    keepUserCookie({ user_id: userId, workspace_id: workspaceId, email, ccpa_opt_out: optedOut });
  }, [userId, workspaceId, email, optedOut]);

  const asked = (["updated", "biometric"] as const).find(
    (terms) =>
      !agreed.includes(terms) && (terms === "updated" ? consent?.needsUpdatedTerms : consent?.needsBiometricTerms),
  );
  const choosesTraining = parameters.has(TRAINING_PARAMETER);
  return (
    <OnceHydrated>
      {asked ? (
        <TermsDialog key={asked} terms={asked} onAgreed={() => setAgreed((before) => [...before, asked])} />
      ) : (
        choosesTraining && (
          <TrainingOptOutDialog
            open
            onClose={() =>
              setParameters(
                (before) => {
                  before.delete(TRAINING_PARAMETER);
                  return before;
                },
                { replace: true, preventScrollReset: true },
              )
            }
          />
        )
      )}
    </OnceHydrated>
  );
}
