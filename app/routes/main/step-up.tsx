import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { clientOf } from "~/features/accounts/client-of-request";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { refusalOf, refuse } from "~/features/accounts/form-refusal.server";
import { requireUser } from "~/features/accounts/session.server";

/** What the confirmation dialog asks and sends; it has no page of its own. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  return { ways: await context.services.accounts.stepUp.listConfirmationWays(user) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const { stepUp } = context.services.accounts;
  const client = clientOf(request, context);
  try {
    const form = await readOwnForm(request, context);
    const field = (name: string) => String(form.get(name) ?? "");
    switch (field("intent")) {
      case "password":
        await stepUp.confirmByPassword(user, field("password"), client);
        return { confirmed: true };
      case "send_code":
        await stepUp.sendCode(user, client);
        return { texted: true };
      case "code": {
        const method = field("method") === "sms" ? "sms" : "totp";
        await stepUp.confirmByCode(user, method, field("code"), client);
        return { confirmed: true };
      }
      case "mail":
        await stepUp.mailConfirmation(user, field("return_path"), client);
        return { mailedTo: user.email };
      case "check":
        await stepUp.requireFresh(user);
        return { confirmed: true };
      default:
        return refuse({ form: "Choose how to confirm." });
    }
  } catch (error) {
    return refusalOf(error);
  }
}
