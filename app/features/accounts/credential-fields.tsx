import { Field, Input } from "~/ui/field";
import type { Problems } from "./form-refusal.server";

/** The e-mail address of an account. */
export function EmailField({
  problems,
  defaultValue,
  autoComplete = "email",
}: {
  problems: Problems | undefined;
  defaultValue?: string;
  autoComplete?: string;
}) {
  return (
    <Field label="E-mail" error={problems?.email}>
      <Input
        name="email"
        type="email"
        inputMode="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        defaultValue={defaultValue}
        required
      />
    </Field>
  );
}

/** Shown beside a new password. Source: spec 000, section 5. */
export const PASSWORD_HINT = "At least 8 characters, with a letter, a number and a special character.";
