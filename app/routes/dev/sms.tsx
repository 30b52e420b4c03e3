import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { InboxFrame, inboxHeaders, inboxMeta, SentTo, shownRecipient } from "~/features/development/inbox-frame";

export const meta: MetaFunction = () => inboxMeta("Text messages");
export const headers = inboxHeaders;

/** Text messages of an installation without a service for them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { smsInbox } = context.services;
  if (!smsInbox) throw new Response("Not found", { status: 404 });
  const to = shownRecipient(request);
  return {
    to,
    leaves: context.variables.SMS_URL !== undefined,
    messages: await smsInbox.list(to === "" ? undefined : to),
  };
}

export default function SmsInbox() {
  const { to, leaves, messages } = useLoaderData<typeof loader>();
  return (
    <InboxFrame
      title="Text messages"
      intro={
        leaves
          ? "SMS_URL is set, so new text messages leave this machine."
          : "Text messages of this installation, which has no SMS_URL."
      }
      filter={{ label: "Only messages to", type: "tel", to }}
      messages={messages}
      empty="No text messages yet."
    >
      {({ to: recipient, text, createdAtMs }) => (
        <>
          <SentTo to={recipient} createdAtMs={createdAtMs} />
          <p className="whitespace-pre-wrap">{text}</p>
        </>
      )}
    </InboxFrame>
  );
}
