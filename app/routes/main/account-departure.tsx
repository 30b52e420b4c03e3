import { type ActionFunctionArgs, type LoaderFunctionArgs, redirectDocument } from "@remix-run/cloudflare";
import { MESSAGES } from "~/domains/accounts/messages";
import { clientOf } from "~/features/accounts/client-of-request";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { refusalOf, refuse } from "~/features/accounts/form-refusal.server";
import { endSession, requireUser } from "~/features/accounts/session.server";
import { requireConfirmedUser } from "~/features/accounts/step-up.server";

/** What the sections about leaving show. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId, email } = await requireUser(request, context);
  const { departure, dataExport } = context.services.accounts;
  const [plan, exports] = await Promise.all([departure.plan(userId), dataExport.list(userId)]);
  return { email, plan, exports };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { departure, dataExport } = context.services.accounts;
  try {
    const form = await readOwnForm(request, context);
    const client = clientOf(request, context);
    switch (form.get("intent")) {
      case "delete": {
        await departure.close(await requireConfirmedUser(request, context), client);
        const headers = { "Set-Cookie": await endSession(request, context) };
        // A new document: nothing on this one may be asked for any more.
        return redirectDocument("/app/account-closed", { headers });
      }
      case "export":
        await dataExport.request(await requireConfirmedUser(request, context), client);
        return { started: true as const };
      case "cancel-export": {
        const { userId } = await requireUser(request, context);
        await dataExport.cancel(userId, String(form.get("export_id") ?? ""));
        return { cancelled: true as const };
      }
      default:
        return refuse({ form: MESSAGES.somethingWentWrong });
    }
  } catch (error) {
    return refusalOf(error);
  }
}
