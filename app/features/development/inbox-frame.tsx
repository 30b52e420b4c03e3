import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { pageTitle } from "~/lib/page-title";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Field, Input } from "~/ui/field";

/** Neither found by search engines nor kept: what is in it is for one person. */
export const inboxMeta = (title: string) => [{ title: pageTitle(title) }, { name: "robots", content: "noindex" }];
export const inboxHeaders = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

/** Of whom an inbox is to show messages; empty for everybody. */
export const shownRecipient = (request: Request): string => new URL(request.url).searchParams.get("to")?.trim() ?? "";

/** A page of an installation without a service of its own: what it would have sent, newest first. Absent in production. */
export function InboxFrame<Message extends { messageId: string }>({
  title,
  intro,
  filter,
  messages,
  empty,
  children,
}: {
  title: string;
  intro: ReactNode;
  /** The field by which one recipient's messages are shown, and who that is now. */
  filter: { label: string; type: "email" | "tel"; to: string };
  messages: Message[];
  /** What is said where there are none. */
  empty: string;
  /** One message. */
  children: (message: Message) => ReactNode;
}) {
  return (
    <main className="mx-auto flex w-full max-w-[720px] flex-col gap-6 px-6 py-10">
      <header className="flex flex-col gap-1">
        <h1 className="text-display font-semibold">{title}</h1>
        <p className="text-muted">{intro}</p>
      </header>
      <Form method="get" className="flex items-end gap-2">
        <Field label={filter.label} className="grow">
          <Input name="to" type={filter.type} defaultValue={filter.to} autoComplete="off" />
        </Field>
        <Button type="submit">Show</Button>
      </Form>
      {messages.length === 0 ? (
        <EmptyState>{empty}</EmptyState>
      ) : (
        <ul className="flex flex-col gap-4">
          {messages.map((message) => (
            <li key={message.messageId}>
              <article className="flex flex-col gap-3 rounded-card border border-hairline bg-surface p-5">
                {children(message)}
              </article>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

/** To whom a message went, and when. */
export function SentTo({ to, createdAtMs }: { to: string; createdAtMs: number }) {
  const sentAt = new Date(createdAtMs).toISOString();
  return (
    <p className="text-meta text-muted">
      To {to}, <time dateTime={sentAt}>{sentAt}</time>
    </p>
  );
}
