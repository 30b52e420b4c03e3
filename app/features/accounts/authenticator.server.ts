/** Signing in by a form with an e-mail address and a password, as a strategy of the authenticator. */
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import type { RequestContext } from "../../../workers/app/context";
import type { clientOf } from "./client-of-request";

/** The address or the password was refused. Which of them is not said. */
export class SignInRefused extends Error {}

interface Credentials {
  email: string;
  password: string;
}

class PasswordStrategy extends Strategy<string, Credentials> {
  name = "password";

  /** The secret of a new session. @throws SignInRefused; AppError rate_limited (429). */
  async authenticate(request: Request): Promise<string> {
    const form = await request.formData();
    const field = (name: string) => String(form.get(name) ?? "");
    return this.verify({ email: field("email"), password: field("password") });
  }
}

/** `authenticate("password", request)` answers the secret of a new session. */
export function createAuthenticator(
  context: RequestContext,
  client: ReturnType<typeof clientOf>,
): Authenticator<string> {
  const strategy = new PasswordStrategy(async (credentials) => {
    const outcome = await context.services.accounts.signIn(credentials, client);
    if (outcome.kind === "refused") throw new SignInRefused();
    return outcome.sessionSecret;
  });
  return new Authenticator<string>().use(strategy);
}
