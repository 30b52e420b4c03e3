import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { contentSecurityPolicy } from "~/lib/content-security-policy";
import { NonceContext } from "~/lib/nonce";
import { log } from "../workers/app/log";

/** Tells what went wrong in a loader or an action; that nothing is at an address, the request's own line tells. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  log.error("page_failed", error, { requestId: context.requestId });
}

export default async function handleRequest(
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
        if (!request.signal.aborted) log.error("render_failed", error, { requestId: context.requestId });
        finalStatus = 500;
      },
    },
  );
  // Crawlers do not wait for streamed parts.
  if (isbot(request.headers.get("user-agent") ?? "")) await body.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", contentSecurityPolicy(context.nonce));
  return new Response(body, { headers, status: finalStatus });
}
