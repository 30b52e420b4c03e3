import { useMatches } from "@remix-run/react";

export const CSRF_FIELD = "csrf";

/** The token of this page's forms: from the innermost route whose loader gave one. */
export function useCsrfToken(): string {
  const tokens = useMatches().map((match) => (match.data as { csrfToken?: unknown } | undefined)?.csrfToken);
  const token = tokens.findLast((each) => typeof each === "string");
  return typeof token === "string" ? token : "";
}

/** Goes into every form that changes something. The route, or one around it, has `issueCsrfToken` in its loader. */
export function CsrfField() {
  return <input type="hidden" name={CSRF_FIELD} value={useCsrfToken()} />;
}
