import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { MESSAGES } from "~/domains/accounts/messages";
import { SECURITY_MESSAGES } from "~/domains/accounts/security/messages";
import { SINGLE_SIGN_ON_MESSAGES } from "~/domains/accounts/single-sign-on/messages";
import { clientOf } from "~/features/accounts/client-of-request";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { finishSignInForScript } from "~/features/accounts/finish-sign-in.server";
import { refuseAllButPost, scriptRefusal } from "~/features/accounts/script-refusal.server";
import { findUser } from "~/features/accounts/session.server";
import { AppError } from "~/lib/app-error";

export const loader = refuseAllButPost;

/** What scripts ask and send when a passkey is made or used; it has no page. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== "POST") return refuseAllButPost();
  const { passkeys, stepUp } = context.services.accounts;
  const client = clientOf(request, context);
  const answer = (body: unknown) => Response.json(body, { headers: { "Cache-Control": "no-store" } });
  try {
    const form = await readOwnForm(request, context);
    const field = (name: string) => String(form.get(name) ?? "");
    const requirePerson = async () => {
      const user = await findUser(request, context);
      if (!user) throw new AppError("needs_authorization", 401, "You are signed out.");
      return user;
    };
    switch (field("intent")) {
      case "sign_in_options":
        return answer(await passkeys.startSignIn(client));
      case "sign_in": {
        const outcome = await passkeys.finishSignIn(credentialOf(field("response")), client);
        if (outcome.kind === "refused") {
          const { passwordRefused } = SINGLE_SIGN_ON_MESSAGES;
          throw new AppError("forbidden", 403, outcome.because ? passwordRefused : SECURITY_MESSAGES.passkeyRefused);
        }
        return finishSignInForScript(outcome, field("redirect"), request, context);
      }
      case "add_options":
        return answer(await passkeys.startAdding(await requirePerson()));
      case "add": {
        const made = { name: field("name"), response: registrationOf(field("response")) };
        return answer(await passkeys.finishAdding(await requirePerson(), made, client));
      }
      case "confirm_options":
        return answer(await stepUp.startPasskey(await requirePerson()));
      case "confirm":
        await stepUp.confirmByPasskey(await requirePerson(), credentialOf(field("response")), client);
        return answer({ confirmed: true });
      default:
        throw new AppError("invalid_request", 400, MESSAGES.somethingWentWrong);
    }
  } catch (error) {
    return scriptRefusal(error);
  }
}

/** Bounds what the library gets to see; what it means is its own to check. */
const text = z.string().max(20_000);
const shared = {
  id: text.min(1),
  rawId: text,
  type: z.literal("public-key"),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
};
const registration = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
const authentication = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.string().max(200).optional(),
  }),
});

const registrationOf = (json: string) => parsed(registration, json) as RegistrationResponseJSON;
const credentialOf = (json: string) => parsed(authentication, json) as AuthenticationResponseJSON;

function parsed<T>(schema: z.ZodType<T>, json: string): T {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    throw new AppError("invalid_request", 400, SECURITY_MESSAGES.passkeyRefused);
  }
}
