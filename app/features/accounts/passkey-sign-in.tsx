import { useEffect, useState } from "react";
import { ApiError } from "~/lib/api-client";
import { Button } from "~/ui/button";
import { useCsrfToken } from "./csrf-field";
import { FormProblem } from "./form-problem";
import { cancelPasskey, canSuggestPasskeys, signInByPasskey, supportsPasskeys } from "./passkey-ceremony";
import { passkeyProblemOf } from "./passkey-problem";

/**
 * "Sign in with a passkey", in browsers that have them. Where the browser can, passkeys are also among the suggestions of
 * the e-mail field (which says so by `autocomplete="… webauthn"`).
 */
export function PasskeySignIn({ redirectTo }: { redirectTo: string | null }) {
  const csrf = useCsrfToken();
  const [isSupported, setSupported] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const target = redirectTo ?? "";

  useEffect(() => {
    setSupported(supportsPasskeys());
    let isGone = false;
    void (async () => {
      if (!(await canSuggestPasskeys()) || isGone) return;
      try {
        leaveFor(await signInByPasskey(csrf, target, { suggest: true }));
      } catch (error) {
        // An offer that could not be made is no failure of the person's; a passkey that was refused is worth saying.
        if (!isGone && error instanceof ApiError && error.type === "forbidden") setProblem(error.message);
      }
    })();
    return () => {
      isGone = true;
      cancelPasskey();
    };
  }, [csrf, target]);

  async function signIn() {
    setBusy(true);
    setProblem(undefined);
    try {
      leaveFor(await signInByPasskey(csrf, target));
    } catch (error) {
      setProblem(passkeyProblemOf(error) ?? undefined);
    } finally {
      setBusy(false);
    }
  }

  if (!isSupported) return null;
  return (
    <div className="flex flex-col gap-3">
      <FormProblem>{problem}</FormProblem>
      <Button size="large" busy={busy} onClick={signIn}>
        Sign in with a passkey
      </Button>
    </div>
  );
}

/** A whole new page, since the session is new. */
const leaveFor = (path: string) => window.location.assign(path);
