import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Field, Input } from "~/ui/field";

export const meta: MetaFunction = () => [{ title: "Text messages · Parlando" }, { name: "robots", content: "noindex" }];
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

/** Text messages of an installation without a service for them. Absent in production. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { smsInbox } = context.services;
  if (!smsInbox) throw new Response("Not found", { status: 404 });
  const to = new URL(request.url).searchParams.get("to")?.trim() ?? "";
  return {
    to,
    leaves: context.variables.SMS_URL !== undefined,
    messages: await smsInbox.list(to === "" ? undefined : to),
  };
}

export default function SmsInbox() {
  const { to, leaves, messages } = useLoaderData<typeof loader>();
  return (
    <main className="mx-auto flex w-full max-w-[720px] flex-col gap-6 px-6 py-10">
      <header className="flex flex-col gap-1">
        <h1 className="text-display font-semibold">Text messages</h1>
        <p className="text-muted">
          {leaves
            ? "SMS_URL is set, so new text messages leave this machine."
            : "Text messages of this installation, which has no SMS_URL."}
        </p>
      </header>
      <Form method="get" className="flex items-end gap-2">
        <Field label="Only messages to" className="grow">
          <Input name="to" type="tel" defaultValue={to} autoComplete="off" />
        </Field>
        <Button type="submit">Show</Button>
      </Form>
      {messages.length === 0 ? (
        <EmptyState>No text messages yet.</EmptyState>
      ) : (
        <ul className="flex flex-col gap-4">
          {messages.map(({ messageId, to: recipient, text, createdAtMs }) => (
            <li key={messageId}>
              <article className="flex flex-col gap-2 rounded-card border border-hairline bg-surface p-5">
                <p className="text-meta text-muted">
                  To {recipient},{" "}
                  <time dateTime={new Date(createdAtMs).toISOString()}>{new Date(createdAtMs).toISOString()}</time>
                </p>
                <p className="whitespace-pre-wrap">{text}</p>
              </article>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
