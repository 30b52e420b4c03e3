import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { toast } from "sonner";
import type { Problems } from "~/features/accounts/form-refusal.server";

export const SECURITY_PATH = "/app/settings/security";

/** What the screen's action may answer; see `security-actions.server.ts`. */
export interface SecurityAnswer {
  done?: string;
  app?: { secret: string; qrCode: string };
  texted?: string;
  backupCode?: string;
  problems?: Problems;
  refusal?: string;
}

/** What is said once something is done. */
const DONE: Record<string, string> = {
  password_changed: "Password changed. You were signed out everywhere else.",
  factor_added: "Second factor added.",
  factor_removed: "Second factor removed.",
  passkey_renamed: "Passkey renamed.",
  passkey_removed: "Passkey removed.",
  timeout_set: "Saved.",
};

export type SecurityForm = ReturnType<typeof useSecurityForm>;

/**
 * A form of the screen that goes its own way; says when it is done. `problems` are of the newest answer. It belongs to what
 * stays on screen: a row that it removes cannot say so any more.
 */
export function useSecurityForm(onDone?: (done: string) => void) {
  const fetcher = useFetcher<SecurityAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const tell = useRef(onDone);
  tell.current = onDone;
  // Each answer counts, also one like the last.
  useEffect(() => {
    if (!answer?.done) return;
    toast.success(DONE[answer.done] ?? "Saved.");
    tell.current?.(answer.done);
  }, [answer]);
  // That a confirmation is asked for is no problem of the form: a dialog does so.
  const problems = answer?.refusal === "sensitive_action" ? undefined : answer?.problems;
  return { fetcher, answer, problems, busy: fetcher.state !== "idle" };
}
