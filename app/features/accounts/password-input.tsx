import { useEffect, useState } from "react";
import { Input } from "~/ui/field";

/** A password field; once scripts run, what is typed can be shown. */
export function PasswordInput({
  name,
  autoComplete,
}: {
  name: string;
  autoComplete: "current-password" | "new-password";
}) {
  const [shown, setShown] = useState(false);
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return (
    <div className="relative">
      <Input
        name={name}
        type={shown ? "text" : "password"}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        required
        className="pr-16"
      />
      {scripted && (
        <button
          type="button"
          aria-pressed={shown}
          aria-label="Show password"
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 rounded-control px-3 text-meta font-medium text-muted hover:text-ink"
        >
          {shown ? "Hide" : "Show"}
        </button>
      )}
    </div>
  );
}
