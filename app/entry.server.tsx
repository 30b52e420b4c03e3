import { createHash } from "node:crypto";
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import { contentSecurityPolicy, TURNSTILE_ORIGIN } from "~/lib/content-security-policy";
import { inLargePieces } from "~/lib/in-large-pieces";
import { NonceContext } from "~/lib/nonce";
import { hasCaptcha, isFramedByAnyone, isHydrated } from "~/lib/route-handle";
import { PLAIN_FIRST_SCRIPT } from "./ui/plain-first-script";

/** The policy of pages that are not hydrated: the one inline script they have is a constant. */
const FIRST_SCRIPT_SOURCE = `'sha256-${createHash("sha256").update(PLAIN_FIRST_SCRIPT).digest("base64")}'`;
const PLAIN_POLICY = contentSecurityPolicy(FIRST_SCRIPT_SOURCE);
const FRAMED_POLICY = contentSecurityPolicy(FIRST_SCRIPT_SOURCE, "*");

/** Tells what went wrong in a loader or an action; that nothing is at an address, the request's own line tells. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.log.error("page_failed", error);
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  const { matches } = remixContext.staticHandlerContext;
  const handles = matches.map(({ route }) => remixContext.routeModules[route.id]?.handle);
  if (!isHydrated(handles)) {
    headers.set("content-security-policy", isFramedByAnyone(handles) ? FRAMED_POLICY : PLAIN_POLICY);
    return new Response(renderPlain(request, remixContext), { headers, status });
  }
  const outside = hasCaptcha(handles) && context.variables.TURNSTILE_SITE_KEY ? TURNSTILE_ORIGIN : "";
  headers.set("content-security-policy", contentSecurityPolicy(`'nonce-${context.nonce}'`, "'none'", outside));
  return renderHydrated(request, status, headers, remixContext, context);
}

/** A page without client React: one text, and nothing in it that belongs to this response alone. */
function renderPlain(request: Request, remixContext: EntryContext): string {
  // The loaders' data is for hydration only, and so are the marks between texts.
  const plainContext = { ...remixContext, serverHandoffStream: undefined };
  return `<!DOCTYPE html>${renderToStaticMarkup(<RemixServer context={plainContext} url={request.url} />)}`;
}

async function renderHydrated(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  let finalStatus = status;
  const body = await renderToReadableStream(
    <NonceContext.Provider value={context.nonce}>
      <RemixServer context={remixContext} url={request.url} nonce={context.nonce} />
    </NonceContext.Provider>,
    {
      signal: request.signal,
      nonce: context.nonce,
      onError(error) {
        if (!request.signal.aborted) context.log.error("render_failed", error);
        finalStatus = 500;
      },
    },
  );
  // Crawlers do not wait for streamed parts.
  if (isbot(request.headers.get("user-agent") ?? "")) await body.allReady;
  return new Response(inLargePieces(body), { headers, status: finalStatus });
}
