import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { MESSAGES } from "~/domains/accounts/messages";
import { allowedRedirect, redirectAfterSignIn } from "~/domains/accounts/redirect-rules";
import { SECURITY_MESSAGES } from "~/domains/accounts/security/messages";
import { SINGLE_SIGN_ON_MESSAGES } from "~/domains/accounts/single-sign-on/messages";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { createAuthenticator } from "~/features/accounts/authenticator.server";
import { clientOf } from "~/features/accounts/client-of-request";
import { EmailField } from "~/features/accounts/credential-fields";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { CsrfField } from "~/features/accounts/csrf-field";
import { finishSignIn } from "~/features/accounts/finish-sign-in.server";
import { FormProblem } from "~/features/accounts/form-problem";
import { refusalOf, refuse } from "~/features/accounts/form-refusal.server";
import { PasskeySignIn } from "~/features/accounts/passkey-sign-in";
import { PasswordInput } from "~/features/accounts/password-input";
import { findUser, readSessionSecret } from "~/features/accounts/session.server";
import { useProblemFocus } from "~/features/accounts/use-problem-focus";
import { ProviderLinks } from "~/features/single-sign-on/provider-links";
import { RequiredProvider } from "~/features/single-sign-on/required-provider";
import { pageTitle } from "~/lib/page-title";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";

export const meta: MetaFunction = () => [{ title: pageTitle("Sign in") }];
export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { origin, searchParams } = new URL(request.url);
  const wanted = searchParams.get("redirect");
  const target = allowedRedirect(wanted, origin);
  if (wanted && !target) context.log.warn("Redirect url not allowed");
  if (await findUser(request, context)) throw redirect(redirectAfterSignIn(target, origin));
  const { singleSignOn } = context.services.accounts;
  const endedSecret = await readSessionSecret(request, context);
  const required = endedSecret === null ? null : await singleSignOn.findNewlyRequired(endedSecret);
  return {
    target,
    providers: singleSignOn.listConfigured(),
    /** Set for who was signed out since their workspace began to ask for its own provider. */
    required,
    /** A second factor was not shown in time. */
    again: searchParams.has("again"),
    signUpPath: target ? `/app/sign-up?${new URLSearchParams({ redirect: target })}` : "/app/sign-up",
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const form = await readOwnForm(request, context);
    if (form.get("email") === "" || form.get("password") === "") {
      return refuse({
        ...(form.get("email") === "" ? { email: MESSAGES.emailInvalid } : {}),
        ...(form.get("password") === "" ? { password: MESSAGES.passwordMissing } : {}),
      });
    }
    const credentials = new Request(request.url, { method: "POST", body: form });
    const outcome = await createAuthenticator(context, clientOf(request, context)).authenticate(
      "password",
      credentials,
    );
    if (outcome.kind === "refused") {
      const problem = outcome.because ? SINGLE_SIGN_ON_MESSAGES.signInRefused : MESSAGES.signInRefused;
      return refuse({ form: problem }, 401);
    }
    return await finishSignIn(outcome, new URL(request.url).searchParams.get("redirect"), request, context);
  } catch (error) {
    return refusalOf(error, { message: MESSAGES.somethingWentWrong, log: context.log });
  }
}

export default function SignIn() {
  const { target, providers, required, signUpPath, again } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const problems = answer && "problems" in answer ? answer.problems : undefined;
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  useProblemFocus(form, problems);
  return (
    <>
      <h1 className="text-display font-semibold">Sign in</h1>
      {required && <RequiredProvider provider={required} redirectTo={target} />}
      <Form method="post" ref={form} noValidate className="flex flex-col gap-4">
        <CsrfField />
        <FormProblem>{problems?.form ?? (again && SECURITY_MESSAGES.signInAgain)}</FormProblem>
        <EmailField problems={problems} autoComplete="username webauthn" />
        <Field label="Password" error={problems?.password}>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
        <Button type="submit" variant={required ? "secondary" : "primary"} size="large" busy={busy}>
          Sign in
        </Button>
        <Link to="/app/sign-in/forgot-password" className="self-start text-base underline underline-offset-2">
          Forgot your password?
        </Link>
      </Form>
      <PasskeySignIn redirectTo={target} />
      <ProviderLinks providers={providers} redirectTo={target} />
      <p className="border-t border-hairline pt-5 text-muted">
        No account yet?{" "}
        <Link to={signUpPath} className="font-medium text-ink underline underline-offset-2">
          Sign up
        </Link>
      </p>
    </>
  );
}
