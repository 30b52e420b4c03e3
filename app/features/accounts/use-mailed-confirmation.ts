import { useEffect } from "react";
import { toast } from "sonner";
import { apiJson, toastMessageOf } from "~/lib/api-client";
import { internalVerificationCode, takeSensitiveActionCode } from "./link-memory";

interface Confirmed {
  message: string;
}

/** Parameters of mailed links that must not stay in the address, where histories and screenshots keep them. */
const PARAMETERS = ["sensitiveActionVerificationCode", "internalCode"] as const;

/**
 * Confirms this session by a link that was opened in this browser. The code was kept when the app started; it is used once.
 * Source: spec 000, sections 2 and 8 ("Email verification success").
 */
export function useMailedConfirmation(email: string): void {
  useEffect(() => {
    const { href } = window.location;
    const url = new URL(href);
    const isInternal = url.searchParams.has("internalCode");
    for (const name of PARAMETERS) url.searchParams.delete(name);
    if (url.href !== href) window.history.replaceState(window.history.state, "", url);
    const code = takeSensitiveActionCode();
    if (code) void confirm("/v1/user/verify-sensitive-action-code", { sensitive_action_verification_code: code });
    const internalCode = isInternal ? internalVerificationCode() : null;
    if (internalCode)
      void confirm("/v1/user/prepare-internal-verification", { email, verification_code: internalCode });
  }, [email]);
}

async function confirm(path: string, body: Record<string, string>): Promise<void> {
  try {
    toast.success((await apiJson<Confirmed>(path, "POST", body)).message);
  } catch (error) {
    toast.error(toastMessageOf(error));
  }
}
