import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { MESSAGES } from "~/domains/accounts/messages";
import { allowedRedirect, redirectAfterSignIn } from "~/domains/accounts/redirect-rules";
import { normalizeEmail } from "~/domains/accounts/rules";
import { startPath } from "~/domains/accounts/single-sign-on/addresses";
import {
  identityProvidersFailed,
  SIGN_ON_PROBLEMS,
  SINGLE_SIGN_ON_MESSAGES,
} from "~/domains/accounts/single-sign-on/messages";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { clientOf } from "~/features/accounts/client-of-request";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import { refusalOf, refuse } from "~/features/accounts/form-refusal.server";
import { findUser } from "~/features/accounts/session.server";
import { useProblemFocus } from "~/features/accounts/use-problem-focus";
import { AppError } from "~/lib/app-error";
import { pageTitle } from "~/lib/page-title";
import { Button } from "~/ui/button";
import { Field, Input } from "~/ui/field";

export const meta: MetaFunction = () => [{ title: pageTitle("Single sign-on") }];
export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { origin, searchParams } = new URL(request.url);
  const target = allowedRedirect(searchParams.get("redirect"), origin);
  if (await findUser(request, context)) throw redirect(redirectAfterSignIn(target, origin));
  const problem = new Map(Object.entries(SIGN_ON_PROBLEMS)).get(searchParams.get("problem") ?? "");
  return { problem, signInPath: `/app/sign-in${queryFor(target)}` };
}

/** Finds the provider of an address's domain, and sets out for it. Says nothing about accounts. */
export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const email = String((await readOwnForm(request, context)).get("email") ?? "");
    if (!normalizeEmail(email)) return refuse({ email: MESSAGES.emailInvalid });
    const provider = await findProvider(email);
    if (!provider) return refuse({ email: SINGLE_SIGN_ON_MESSAGES.noProviderForEmail }, 404);
    const { origin, searchParams } = new URL(request.url);
    const target = allowedRedirect(searchParams.get("redirect"), origin);
    return redirectDocument(startPath(provider.key) + queryFor(target));
  } catch (error) {
    return refusalOf(error, { message: MESSAGES.somethingWentWrong, log: context.log });
  }

  async function findProvider(email: string) {
    try {
      return await context.services.accounts.singleSignOn.findByEmail(email, clientOf(request, context));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, status, userMessage, options } = error;
      throw new AppError(code, status, identityProvidersFailed(userMessage), options);
    }
  }
}

const queryFor = (target: string | null) => (target ? `?${new URLSearchParams({ redirect: target })}` : "");

export default function SingleSignOn() {
  const { problem, signInPath } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const problems = answer && "problems" in answer ? answer.problems : undefined;
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  useProblemFocus(form, problems);
  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 className="text-display font-semibold">Single sign-on</h1>
        <p className="text-muted">Type your work e-mail, and your organisation’s own sign-in opens.</p>
      </header>
      <Form method="post" ref={form} noValidate className="flex flex-col gap-4">
        <CsrfField />
        <FormProblem>{problems?.form ?? (answer ? undefined : problem)}</FormProblem>
        <Field label="Work e-mail" error={problems?.email}>
          <Input
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            required
          />
        </Field>
        <Button type="submit" variant="primary" size="large" busy={busy}>
          Continue
        </Button>
      </Form>
      <p className="border-t border-hairline pt-5">
        <Link to={signInPath} className="font-medium underline underline-offset-2">
          Back to sign-in
        </Link>
      </p>
    </>
  );
}
