import { escapeHtml } from "~/lib/escape-html";

/**
 * A page that goes on to an address at once, with or without scripts. In place of a redirect where the next step needs to
 * come from a page of ours: strict cookies are sent along then, and the policy of the form that led here does not count.
 */
export function stepPage(url: string, headers: HeadersInit = {}): Response {
  const href = escapeHtml(url);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Parlando</title><meta http-equiv="refresh" content="0;url=${href}"></head><body><p><a href="${href}">Continue</a></p></body></html>`;
  const own = new Headers(headers);
  own.set("content-type", "text/html; charset=utf-8");
  own.set("cache-control", "no-store");
  // Tickets and codes in addresses are nobody else's business.
  own.set("referrer-policy", "no-referrer");
  own.delete("location");
  return new Response(html, { headers: own });
}
