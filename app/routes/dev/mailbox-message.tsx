import type { LoaderFunctionArgs } from "@remix-run/cloudflare";

/** A mail of the development mailbox as a mail program shows it; no script of it runs, and nothing is loaded. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const recipient = new URL(request.url).searchParams.get("to") ?? undefined;
  const messages = (await context.services.mailbox?.list(recipient)) ?? [];
  const message = messages.find(({ messageId }) => messageId === params.messageId);
  if (!message) throw new Response("Not found", { status: 404 });
  return new Response(message.html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "content-security-policy":
        "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
