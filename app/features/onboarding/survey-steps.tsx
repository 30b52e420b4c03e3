import { useEffect, useId, useRef, useState } from "react";
import { type Choice, ROLES, SOURCES } from "~/domains/accounts/onboarding/survey";
import { Field, Input } from "~/ui/field";

/** Who somebody is: the first of two steps. Works without scripts too, then with all kinds of work at once. */
export function AboutYou({ firstName }: { firstName: string }) {
  const [role, setRole] = useState<string>();
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  const shown = ROLES.filter(({ value, subroles }) => subroles.length > 0 && (!scripted || value === role));
  return (
    <>
      <Field label="What should we call you?">
        <Input name="first_name" defaultValue={firstName} maxLength={80} autoComplete="given-name" dir="auto" />
      </Field>
      <Choices legend="What brings you here?" name="role" choices={ROLES} onChoose={setRole} />
      {shown.map(({ value, label, subroles }) => (
        <Choices
          key={value}
          legend={scripted ? "What exactly?" : `${label}: what exactly?`}
          name="subrole"
          choices={subroles}
        />
      ))}
    </>
  );
}

/** How somebody came: the second step. */
export function HowYouCame() {
  const zone = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (zone.current) zone.current.value = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  }, []);
  return (
    <>
      <Choices legend="How did you hear of Parlando?" name="source" choices={SOURCES} />
      <input ref={zone} type="hidden" name="timezone" defaultValue="" />
    </>
  );
}

function Choices({
  legend,
  name,
  choices,
  onChoose,
}: {
  legend: string;
  name: string;
  choices: readonly Choice[];
  onChoose?: (value: string) => void;
}) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-2 text-meta font-medium">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {choices.map(({ value, label }) => (
          <label
            key={value}
            htmlFor={`${id}-${value}`}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border border-hairline bg-surface px-3 hover:border-edge has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              id={`${id}-${value}`}
              type="radio"
              name={name}
              value={value}
              onChange={() => onChoose?.(value)}
              className="size-4 accent-ink outline-none"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
