import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { MailText } from "~/features/accounts/mail-text";
import { InboxFrame, inboxHeaders, inboxMeta, SentTo, shownRecipient } from "~/features/development/inbox-frame";

export const meta: MetaFunction = () => inboxMeta("Mailbox");
export const headers = inboxHeaders;

/** Mail of an installation without SMTP. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { mailbox } = context.services;
  if (!mailbox) throw new Response("Not found", { status: 404 });
  const to = shownRecipient(request).toLowerCase();
  const messages = await mailbox.list(to === "" ? undefined : to);
  return {
    to,
    smtp: context.variables.SMTP_URL !== undefined,
    messages: messages.map(({ html: _html, ...shown }) => shown),
  };
}

export default function Mailbox() {
  const { to, smtp, messages } = useLoaderData<typeof loader>();
  const intro = (
    <>
      {smtp ? "SMTP_URL is set, so new mail leaves this machine." : "Mail of this installation, which has no SMTP_URL."}{" "}
      <Link to="/app/sign-in" className="underline underline-offset-2">
        Sign in
      </Link>
    </>
  );
  return (
    <InboxFrame
      title="Mailbox"
      intro={intro}
      filter={{ label: "Only mail to", type: "email", to }}
      messages={messages}
      empty="No mail yet."
    >
      {({ messageId, to: recipient, subject, text, createdAtMs }) => (
        <>
          <header>
            <h2 className="text-title font-semibold">{subject}</h2>
            <SentTo to={recipient} createdAtMs={createdAtMs} />
          </header>
          <MailText text={text} />
          <a
            href={`/dev/mailbox/${messageId}?${new URLSearchParams({ to: recipient })}`}
            className="self-start text-meta underline underline-offset-2"
          >
            As a mail program shows it
          </a>
        </>
      )}
    </InboxFrame>
  );
}
