import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { MESSAGES } from "~/domains/accounts/messages";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { clientOf } from "~/features/accounts/client-of-request";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { refusalOf, refuse } from "~/features/accounts/form-refusal.server";
import { requireUser } from "~/features/accounts/session.server";
import { SessionsScreen } from "~/features/security/sessions-screen";
import { SettingsFrame } from "~/features/settings/settings-frame";
import { pageTitle } from "~/lib/page-title";

export const meta: MetaFunction = () => [{ title: pageTitle("Sessions") }];
export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  // "A minute ago" is said as of now by the server and the browser alike.
  return { sessions: await context.services.accounts.security.listSessions(user), nowMs: Date.now() };
}

/** Ending sessions needs no confirmation: whoever sees a stranger there must not be slowed down. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const { security } = context.services.accounts;
  try {
    const form = await readOwnForm(request, context);
    const client = clientOf(request, context);
    switch (String(form.get("intent"))) {
      case "revoke":
        await security.revokeSession(user, String(form.get("session_id") ?? ""), client);
        return json({ ended: 1 });
      case "revoke_others":
        return json({ ended: await security.revokeOtherSessions(user, client) });
      default:
        return refuse({ form: MESSAGES.somethingWentWrong });
    }
  } catch (error) {
    return refusalOf(error);
  }
}

export default function SessionsSettings() {
  const { sessions, nowMs } = useLoaderData<typeof loader>();
  return (
    <SettingsFrame title="Sessions" description="Where you are signed in.">
      <SessionsScreen sessions={sessions} nowMs={nowMs} />
    </SettingsFrame>
  );
}
