import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { useRef } from "react";
import { MESSAGES } from "~/domains/accounts/messages";
import { redirectAfterSignIn } from "~/domains/accounts/redirect-rules";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { CheckYourMail } from "~/features/accounts/check-your-mail";
import { clientOf } from "~/features/accounts/client-of-request";
import { EmailField, PASSWORD_HINT } from "~/features/accounts/credential-fields";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import { type Problems, refusalOf, refuse } from "~/features/accounts/form-refusal.server";
import { PasswordInput } from "~/features/accounts/password-input";
import { findUser } from "~/features/accounts/session.server";
import { readSignUpForm } from "~/features/accounts/sign-up-form.server";
import { useCaptcha } from "~/features/accounts/use-captcha";
import { useInviteCode } from "~/features/accounts/use-invite-code";
import { useProblemFocus } from "~/features/accounts/use-problem-focus";
import { ProviderLinks } from "~/features/single-sign-on/provider-links";
import { pageTitle } from "~/lib/page-title";
import { Button } from "~/ui/button";
import { Field, Input } from "~/ui/field";

export const meta: MetaFunction = () => [{ title: pageTitle("Sign up") }];
export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { origin, searchParams } = new URL(request.url);
  if (await findUser(request, context)) throw redirect(redirectAfterSignIn(searchParams.get("redirect"), origin));
  const providers = context.services.accounts.singleSignOn.listConfigured();
  return {
    providers,
    turnstileSiteKey: context.variables.TURNSTILE_SITE_KEY ?? null,
    inviteCode: searchParams.get("invite_code") ?? "",
    hasMailbox: context.services.mailbox !== undefined && !context.variables.SMTP_URL,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const form = await readOwnForm(request, context);
    const field = (name: string) => String(form.get(name) ?? "");
    const { accounts } = context.services;
    if (field("intent") === "resend") {
      const { continueUrl } = readSignUpForm(form, request);
      await accounts.resendVerification(field("email"), clientOf(request, context), { continueUrl });
      return { kind: "check_your_mail" as const, email: field("email"), again: true };
    }
    const outcome = await accounts.signUp(readSignUpForm(form, request), clientOf(request, context));
    if (outcome.kind === "refused") return refuse(outcome.problems);
    return { ...outcome, again: false };
  } catch (error) {
    return refusalOf(error, { message: MESSAGES.verificationMailFailed, log: context.log });
  }
}

export default function SignUp() {
  const { hasMailbox } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "kind" in answer) {
    const mailboxPath = hasMailbox ? `/dev/mailbox?${new URLSearchParams({ to: answer.email })}` : undefined;
    return <CheckYourMail email={answer.email} again={answer.again} mailboxPath={mailboxPath} />;
  }
  return <SignUpForm problems={answer?.problems} />;
}

function SignUpForm({ problems }: { problems: Problems | undefined }) {
  const busy = useNavigation().formMethod === "POST";
  const { providers, turnstileSiteKey, inviteCode } = useLoaderData<typeof loader>();
  const captcha = useCaptcha(turnstileSiteKey, problems);
  const invite = useInviteCode(inviteCode);
  const [parameters] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  useProblemFocus(form, problems);
  const wanted = parameters.get("redirect");
  const signInPath = wanted ? `/app/sign-in?${new URLSearchParams({ redirect: wanted })}` : "/app/sign-in";
  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 className="text-display font-semibold">Sign up</h1>
        <p className="text-muted">10,000 credits a month, free. No card.</p>
      </header>
      <Form method="post" ref={form} noValidate onSubmit={captcha.hold} className="flex flex-col gap-4">
        <CsrfField />
        <input type="hidden" name="captcha" value={captcha.answer} />
        <input type="hidden" name="invite_code" value={invite} />
        <FormProblem>{problems?.form ?? problems?.captcha}</FormProblem>
        <Field label="First name (optional)">
          <Input name="first_name" autoComplete="given-name" maxLength={80} />
        </Field>
        <EmailField problems={problems} />
        <Field label="Password" hint={PASSWORD_HINT} error={problems?.password}>
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <label className="flex items-start gap-2.5">
          <input type="checkbox" name="product_updates" value="yes" className="mt-0.5 size-4 accent-accent" />
          Mail me about what is new
        </label>
        <div ref={captcha.widget} className="empty:hidden" />
        <Button type="submit" variant="primary" size="large" busy={busy || captcha.isHolding}>
          Sign up
        </Button>
      </Form>
      <ProviderLinks providers={providers} redirectTo={wanted} />
      <p className="border-t border-hairline pt-5 text-muted">
        You have an account?{" "}
        <Link to={signInPath} className="font-medium text-ink underline underline-offset-2">
          Sign in
        </Link>
      </p>
    </>
  );
}
