import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirectDocument,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SUPPORT_MESSAGES } from "~/domains/accounts/support-access/messages";
import { clientOf } from "~/features/accounts/client-of-request";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { refusalOf } from "~/features/accounts/form-refusal.server";
import { requireUser } from "~/features/accounts/session.server";
import { requireConfirmedUser } from "~/features/accounts/step-up.server";
import { StepUp } from "~/features/accounts/step-up-dialog";
import { SupportScreen } from "~/features/support-access/support-screen";
import { visitHeader } from "~/features/support-access/support-session.server";
import { pageTitle } from "~/lib/page-title";

export const meta: MetaFunction = () => [{ title: pageTitle("Support") }];

/** For others than staff the page does not exist. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const { supportAccess } = context.services.accounts;
  if (!(await supportAccess.isStaff(user))) throw new Response(null, { status: 404 });
  const hasEnded = new URL(request.url).searchParams.has("ended");
  return { accounts: await supportAccess.listAccounts(user), hasEnded };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { supportAccess } = context.services.accounts;
  try {
    const form = await readOwnForm(request, context);
    const field = (name: string) => String(form.get(name) ?? "");
    if (field("intent") === "open") {
      const staff = await requireConfirmedUser(request, context);
      const { sessionSecret } = await supportAccess.openSession(staff, field("access_id"), clientOf(request, context));
      // A new document: nothing that this one holds (tokens, sockets) is of the account that is opened.
      return redirectDocument("/app/home", {
        headers: { "Set-Cookie": await visitHeader(sessionSecret, request, context) },
      });
    }
    const staff = await requireUser(request, context);
    await supportAccess.ask(staff, { email: field("email"), reason: field("reason") }, clientOf(request, context));
    return { asked: true };
  } catch (error) {
    return refusalOf(error);
  }
}

export default function Support() {
  const { accounts, hasEnded } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const asked = answer && "asked" in answer ? answer : undefined;
  const ended = hasEnded && !answer ? SUPPORT_MESSAGES.visitEnded : null;
  const notice = asked ? SUPPORT_MESSAGES.asked : ended;
  const problems = answer && "problems" in answer ? answer.problems : undefined;
  return (
    <>
      <SupportScreen accounts={accounts} notice={notice} asked={asked} problems={problems} />
      <StepUp />
    </>
  );
}
