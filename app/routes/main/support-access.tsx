import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { clientOf } from "~/features/accounts/client-of-request";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { refusalOf } from "~/features/accounts/form-refusal.server";
import { requireUser } from "~/features/accounts/session.server";

/** What the owner has granted to support; for the banner and the settings, which send their forms here. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireUser(request, context);
  return { accesses: await context.services.accounts.supportAccess.listGranted(userId) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireUser(request, context);
  try {
    const form = await readOwnForm(request, context);
    const accessId = String(form.get("access_id") ?? "");
    await context.services.accounts.supportAccess.revoke(userId, accessId, clientOf(request, context));
    return { ended: accessId };
  } catch (error) {
    return refusalOf(error);
  }
}
