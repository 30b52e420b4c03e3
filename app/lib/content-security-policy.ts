/** Whose script and frame the sign-up needs where Turnstile is configured. */
export const TURNSTILE_ORIGIN = "https://challenges.cloudflare.com";

/**
 * The policy of a page. Scripts come from this site's files; of inline ones only those run that `inlineScripts` allows,
 * a CSP source such as `'nonce-…'` or `'sha256-…'`.
 *
 * @param framedBy whose pages may frame this one; a page that may be framed sends no forms
 * @param outside another origin whose scripts and frames the page needs
 */
export function contentSecurityPolicy(
  inlineScripts: string,
  framedBy: "'none'" | "*" = "'none'",
  outside = "",
): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${inlineScripts} ${outside}`.trimEnd(),
    ...(outside ? [`frame-src ${outside}`] : []),
    // React writes style attributes; they cannot load or run anything.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    `frame-ancestors ${framedBy}`,
    "base-uri 'none'",
    `form-action ${framedBy === "*" ? "'none'" : "'self'"}`,
    "object-src 'none'",
  ].join("; ");
}
