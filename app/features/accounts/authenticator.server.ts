/** Signing in by a form with an e-mail address and a password, as a strategy of the authenticator. */
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import type { SignInOutcome } from "~/domains/accounts/sign-in-completion";
import type { RequestContext } from "../../../workers/app/context";
import type { clientOf } from "./client-of-request";

interface Credentials {
  email: string;
  password: string;
}

class PasswordStrategy extends Strategy<SignInOutcome, Credentials> {
  name = "password";

  /** @throws AppError rate_limited (429). */
  async authenticate(request: Request): Promise<SignInOutcome> {
    const form = await request.formData();
    const field = (name: string) => String(form.get(name) ?? "");
    return this.verify({ email: field("email"), password: field("password") });
  }
}

/** `authenticate("password", request)` answers how the sign-in went on; see `finishSignIn`. */
export function createAuthenticator(
  context: RequestContext,
  client: ReturnType<typeof clientOf>,
): Authenticator<SignInOutcome> {
  const strategy = new PasswordStrategy((credentials) => context.services.accounts.signIn(credentials, client));
  return new Authenticator<SignInOutcome>().use(strategy);
}
