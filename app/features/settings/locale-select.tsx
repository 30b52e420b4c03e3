import { useMemo } from "react";
import { LOCALES, type Locale } from "~/domains/accounts/locales";
import { Field, useFieldControlId } from "~/ui/field";
import { NativeSelect } from "~/ui/native-select";

/** Each language in its own words and, beside it, in English. */
export function LocaleSelect({ locale, problem }: { locale: Locale; problem: string | undefined }) {
  return (
    <Field
      label="Language and region"
      hint="How we write dates and numbers in mails to you. The screens are in English."
      error={problem}
    >
      <Choices locale={locale} />
    </Field>
  );
}

function Choices({ locale }: { locale: Locale }) {
  const id = useFieldControlId();
  const english = useMemo(() => new Intl.DisplayNames("en", { type: "language" }), []);
  return (
    // One that was chosen in another tab is shown here too: saved again, this one would take it back.
    <NativeSelect key={locale} id={id} name="locale" defaultValue={locale}>
      {LOCALES.map((code) => (
        <option key={code} value={code} lang={code}>
          {nameOf(code, english)}
        </option>
      ))}
    </NativeSelect>
  );
}

function nameOf(code: Locale, english: Intl.DisplayNames): string {
  const own = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
  const name = english.of(code) ?? code;
  return own === name ? name : `${own} (${name})`;
}
