import { Form, Link, useNavigation, useSearchParams } from "@remix-run/react";
import { useRef } from "react";
import type { SecondFactorChoices } from "~/domains/accounts/security/second-factor-sign-in";
import { Button } from "~/ui/button";
import { Field, Input } from "~/ui/field";
import { CodeInput } from "./code-input";
import { CsrfField } from "./csrf-field";
import { FormProblem } from "./form-problem";
import type { Problems } from "./form-refusal.server";
import type { SecondFactorMethod } from "./second-factor-method";
import { useProblemFocus } from "./use-problem-focus";

const WORDS: Record<SecondFactorMethod, { title: string; label: string }> = {
  totp: { title: "Enter the code of your app", label: "Code from your authenticator app" },
  sms: { title: "Enter the code we text you", label: "Code from the text message" },
  backup: { title: "Enter your backup code", label: "Backup code" },
};

interface ScreenProps {
  choices: SecondFactorChoices;
  method: SecondFactorMethod;
  problems: Problems | undefined;
  /** A text message was sent just now. */
  sent: boolean;
}

/** Asks for the second factor, and offers the other ways there are. */
export function SecondFactorScreen({ choices, method, problems, sent }: ScreenProps) {
  const { formData } = useNavigation();
  const sending = formData?.get("intent") === "send";
  const form = useRef<HTMLFormElement>(null);
  useProblemFocus(form, problems);
  const { title, label } = WORDS[method];
  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 className="text-display font-semibold">{title}</h1>
        {method === "sms" && <p className="text-muted">It goes to {choices.smsPhonePreview}.</p>}
        {method === "backup" && (
          <p className="text-muted">
            It works once. Your second factor is then removed, and you are signed out everywhere else.
          </p>
        )}
      </header>
      {method === "sms" && <SendCode sent={sent} busy={sending} />}
      <Form method="post" ref={form} noValidate className="flex flex-col gap-4" key={method}>
        <CsrfField />
        <input type="hidden" name="intent" value={method === "backup" ? "backup" : "code"} />
        <input type="hidden" name="method" value={method} />
        <FormProblem>{problems?.form}</FormProblem>
        <Field label={label} error={problems?.code}>
          {method === "backup" ? (
            <Input
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required
              maxLength={60}
            />
          ) : (
            <CodeInput name="code" refusal={problems?.code && problems} />
          )}
        </Field>
        <Button type="submit" variant="primary" size="large" busy={formData !== undefined && !sending}>
          Sign in
        </Button>
      </Form>
      <OtherWays choices={choices} method={method} />
    </>
  );
}

function SendCode({ sent, busy }: { sent: boolean; busy: boolean }) {
  return (
    <Form method="post" className="flex flex-wrap items-center gap-3">
      <CsrfField />
      <input type="hidden" name="intent" value="send" />
      <Button type="submit" busy={busy}>
        {sent ? "Send another code" : "Send me a code"}
      </Button>
      <p role="status" className="text-meta text-muted">
        {sent && "A code is on its way."}
      </p>
    </Form>
  );
}

function OtherWays({ choices, method }: Pick<ScreenProps, "choices" | "method">) {
  const [parameters] = useSearchParams();
  const to = (other: SecondFactorMethod) => {
    const next = new URLSearchParams(parameters);
    next.set("method", other);
    return `?${next}`;
  };
  const ways = [
    { method: "totp" as const, label: "Use your authenticator app", isThere: choices.totp },
    { method: "sms" as const, label: "Get a text message", isThere: choices.smsPhonePreview !== null },
    { method: "backup" as const, label: "Use your backup code", isThere: choices.backupCode },
  ].filter((way) => way.isThere && way.method !== method);
  return (
    <ul className="flex flex-col gap-2 border-t border-hairline pt-5">
      {ways.map((way) => (
        <li key={way.method}>
          <Link to={to(way.method)} className="underline underline-offset-2">
            {way.label}
          </Link>
        </li>
      ))}
      <li>
        <Link to="/app/sign-in" className="text-muted underline underline-offset-2">
          Sign in as somebody else
        </Link>
      </li>
    </ul>
  );
}
