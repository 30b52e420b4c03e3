/** What the form of a key says of its limits. */
import type { KeyLimits } from "~/domains/accounts/api-keys";

export const SCOPES_KIND = "scopes_kind";
export const SCOPE = "scope";
export const CREDIT_LIMIT = "character_limit";

/** Absent where the form says nothing of it; `Number.NaN` for a limit that is no number, which the use case refuses. */
export function readKeyLimits(form: FormData): KeyLimits {
  const kind = form.get(SCOPES_KIND);
  const limit = form.get(CREDIT_LIMIT);
  return {
    ...(kind === null ? {} : { scopes: kind === "chosen" ? form.getAll(SCOPE).map(String) : null }),
    ...(limit === null ? {} : { creditLimit: creditsOf(String(limit)) }),
  };
}

function creditsOf(text: string): number | null {
  const digits = text.replace(/[\s,]/g, "");
  if (digits === "") return null;
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}
