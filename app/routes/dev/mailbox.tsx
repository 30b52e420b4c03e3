import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { MailText } from "~/features/accounts/mail-text";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Field, Input } from "~/ui/field";

export const meta: MetaFunction = () => [{ title: "Mailbox · Parlando" }, { name: "robots", content: "noindex" }];
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

/** Mail of an installation without SMTP. Absent in production. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { mailbox } = context.services;
  if (!mailbox) throw new Response("Not found", { status: 404 });
  const to = new URL(request.url).searchParams.get("to")?.trim().toLowerCase() ?? "";
  const messages = await mailbox.list(to === "" ? undefined : to);
  return {
    to,
    smtp: context.variables.SMTP_URL !== undefined,
    messages: messages.map(({ html: _html, ...shown }) => shown),
  };
}

export default function Mailbox() {
  const { to, smtp, messages } = useLoaderData<typeof loader>();
  return (
    <main className="mx-auto flex w-full max-w-[720px] flex-col gap-6 px-6 py-10">
      <header className="flex flex-col gap-1">
        <h1 className="text-display font-semibold">Mailbox</h1>
        <p className="text-muted">
          {smtp
            ? "SMTP_URL is set, so new mail leaves this machine."
            : "Mail of this installation, which has no SMTP_URL."}{" "}
          <Link to="/app/sign-in" className="underline underline-offset-2">
            Sign in
          </Link>
        </p>
      </header>
      <Form method="get" className="flex items-end gap-2">
        <Field label="Only mail to" className="grow">
          <Input name="to" type="email" defaultValue={to} autoComplete="off" />
        </Field>
        <Button type="submit">Show</Button>
      </Form>
      {messages.length === 0 ? (
        <EmptyState>No mail yet.</EmptyState>
      ) : (
        <ul className="flex flex-col gap-4">
          {messages.map(({ messageId, to: recipient, subject, text, createdAtMs }) => (
            <li key={messageId}>
              <article className="flex flex-col gap-3 rounded-card border border-hairline bg-surface p-5">
                <header>
                  <h2 className="text-title font-semibold">{subject}</h2>
                  <p className="text-meta text-muted">
                    To {recipient},{" "}
                    <time dateTime={new Date(createdAtMs).toISOString()}>{new Date(createdAtMs).toISOString()}</time>
                  </p>
                </header>
                <MailText text={text} />
                <a
                  href={`/dev/mailbox/${messageId}?${new URLSearchParams({ to: recipient })}`}
                  className="self-start text-meta underline underline-offset-2"
                >
                  As a mail program shows it
                </a>
              </article>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
