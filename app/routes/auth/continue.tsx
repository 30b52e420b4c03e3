import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { redirectAfterSignIn } from "~/domains/accounts/redirect-rules";
import { escapeHtml } from "~/lib/escape-html";

/**
 * One step between a link on another site and a page that needs its reader signed in: strict same-site cookies are not
 * sent along such a link, but they are when this page goes on. Works without scripts.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const { origin, searchParams } = new URL(request.url);
  const target = redirectAfterSignIn(searchParams.get("redirect"), origin);
  if (request.headers.get("sec-fetch-site") === "same-origin") return redirect(target);
  const url = escapeHtml(target);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Parlando</title><meta http-equiv="refresh" content="0;url=${url}"></head><body><p><a href="${url}">Continue</a></p></body></html>`;
  return new Response(html, {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}
