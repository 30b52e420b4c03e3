import { Form, useActionData, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import type { Problems } from "~/features/accounts/form-refusal.server";
import { useProblemFocus } from "~/features/accounts/use-problem-focus";
import { WORKSPACE_SECURITY_PATH } from "./path";

/** A form of the screen: what it does, about which provider or domain, and what was wrong with it. */
export function ProviderForm({
  intent,
  providerId,
  domain,
  problems,
  className,
  emptiedWhenDone = false,
  children,
}: {
  intent: string;
  providerId?: string;
  domain?: string;
  problems: Problems | undefined;
  className?: string;
  /** For forms that add something. */
  emptiedWhenDone?: boolean;
  /** `busy` while this very form is under way. */
  children: (busy: boolean) => ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { formData } = useNavigation();
  const busy =
    formData?.get("intent") === intent &&
    (formData.get("provider_id") ?? undefined) === providerId &&
    (formData.get("domain_of_row") ?? undefined) === domain;
  useProblemFocus(form, problems);
  const answer = useActionData<{ done: string }>();
  const isDone = answer?.done === [intent, providerId, domain].filter(Boolean).join(" ");
  const sent = useRef("");
  // What was added goes, once for each answer. What was typed since it was sent stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer may be like the one before
  useEffect(() => {
    if (emptiedWhenDone && isDone && form.current && textIn(form.current) === sent.current) form.current.reset();
  }, [answer]);
  return (
    <Form
      method="post"
      action={WORKSPACE_SECURITY_PATH}
      ref={form}
      noValidate
      preventScrollReset
      className={className}
      onSubmit={({ currentTarget }) => {
        sent.current = textIn(currentTarget);
      }}
    >
      <CsrfField />
      <input type="hidden" name="intent" value={intent} />
      {providerId !== undefined && <input type="hidden" name="provider_id" value={providerId} />}
      {domain !== undefined && <input type="hidden" name="domain_of_row" value={domain} />}
      <FormProblem>{problems?.form}</FormProblem>
      {children(busy)}
    </Form>
  );
}

const textIn = (form: HTMLFormElement) => JSON.stringify([...new FormData(form)]);
