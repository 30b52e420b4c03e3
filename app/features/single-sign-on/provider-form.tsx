import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
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
  children,
}: {
  intent: string;
  providerId?: string;
  domain?: string;
  problems: Problems | undefined;
  className?: string;
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
  return (
    <Form method="post" action={WORKSPACE_SECURITY_PATH} ref={form} noValidate preventScrollReset className={className}>
      <CsrfField />
      <input type="hidden" name="intent" value={intent} />
      {providerId !== undefined && <input type="hidden" name="provider_id" value={providerId} />}
      {domain !== undefined && <input type="hidden" name="domain_of_row" value={domain} />}
      <FormProblem>{problems?.form}</FormProblem>
      {children(busy)}
    </Form>
  );
}
