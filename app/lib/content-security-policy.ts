/**
 * The policy of a page. Scripts come from this site's files; of inline ones only those run that `inlineScripts` allows,
 * a CSP source such as `'nonce-…'` or `'sha256-…'`.
 */
export function contentSecurityPolicy(inlineScripts: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${inlineScripts}`,
    // React writes style attributes; they cannot load or run anything.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
}
