import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { LOCALES, type Locale } from "~/domains/accounts/locales";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import type { Problems } from "~/features/accounts/form-refusal.server";
import { useProblemFocus } from "~/features/accounts/use-problem-focus";
import { Button } from "~/ui/button";
import { Field, Input } from "~/ui/field";
import { LocaleSelect } from "./locale-select";

/** How somebody is called, by us and by others. */
export function ProfileForm({
  profile,
  problems,
}: {
  profile: { firstName: string; publicUserName: string; locale: string };
  problems: Problems | undefined;
}) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "save";
  useProblemFocus(form, problems);
  const locale = LOCALES.find((known) => known === profile.locale) ?? ("en" satisfies Locale);
  return (
    <Form method="post" action="/app/settings" ref={form} noValidate className="flex flex-col gap-5">
      <CsrfField />
      <input type="hidden" name="intent" value="save" />
      <FormProblem>{problems?.form}</FormProblem>
      <Field label="First name" hint="What we call you." error={problems?.first_name}>
        <Input name="first_name" defaultValue={profile.firstName} maxLength={80} autoComplete="given-name" dir="auto" />
      </Field>
      <Field label="Public name" hint="What others see beside what you share." error={problems?.public_user_name}>
        <Input
          name="public_user_name"
          defaultValue={profile.publicUserName}
          maxLength={50}
          required
          autoComplete="nickname"
          dir="auto"
        />
      </Field>
      <LocaleSelect locale={locale} problem={problems?.locale} />
      <Button type="submit" variant="primary" busy={busy} className="self-start">
        Save
      </Button>
    </Form>
  );
}
