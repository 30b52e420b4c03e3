import { useState } from "react";
import { Button } from "~/ui/button";
import { Field, Input } from "~/ui/field";

/** A text that cannot be changed and is good to copy. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false);
  async function copy(input: HTMLInputElement | null) {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without permission the person can still copy what is selected.
      input?.select();
    }
  }
  return (
    <div className="flex items-end gap-2">
      <Field label={label} className="min-w-0 grow">
        <Input
          readOnly
          value={text}
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          className="font-mono text-meta"
        />
      </Field>
      <Button
        onClick={(event) => void copy(event.currentTarget.parentElement?.querySelector("input") ?? null)}
        aria-label={`Copy ${label}`}
      >
        {copied ? "Copied" : "Copy"}
      </Button>
      <p role="status" className="sr-only">
        {copied ? `${label} was copied.` : ""}
      </p>
    </div>
  );
}
