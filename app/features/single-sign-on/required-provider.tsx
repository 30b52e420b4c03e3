import { startPath } from "~/domains/accounts/single-sign-on/addresses";
import { SINGLE_SIGN_ON_MESSAGES } from "~/domains/accounts/single-sign-on/messages";
import { FormProblem } from "~/features/accounts/form-problem";
import { buttonClass } from "~/ui/button";

/** For whoever was signed out since their workspace began to require its own provider: why, and the way back in. */
export function RequiredProvider({
  provider: { key, label },
  redirectTo,
}: {
  provider: { key: string; label: string };
  /** Where the person wanted to go; null for the start page. */
  redirectTo: string | null;
}) {
  const query = redirectTo ? `?${new URLSearchParams({ redirect: redirectTo })}` : "";
  return (
    <div className="flex flex-col gap-4 border-b border-hairline pb-6">
      <FormProblem>{SINGLE_SIGN_ON_MESSAGES.nowRequired}</FormProblem>
      <a href={startPath(key) + query} className={buttonClass("primary", "large")}>
        Sign in with {label}
      </a>
    </div>
  );
}
