import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { track } from "~/lib/analytics";
import { Button } from "~/ui/button";
import { Field, Input } from "~/ui/field";
import { API_KEYS_PATH } from "./path";

/** A key that was just made: the one time it can be seen. */
export function NewApiKey({ name, apiKey }: { name: string; apiKey: string }) {
  const section = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  // Without scripts a hidden key could be neither shown nor copied.
  const [hidden, setHidden] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new key takes the focus
  useEffect(() => {
    setCopied(false);
    setHidden(true);
    section.current?.focus();
  }, [apiKey]);

  function toggleHidden() {
    setHidden(!hidden);
    track("toggle_hidden_api_key");
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(apiKey);
      setCopied(true);
    } catch {
      // Without permission the person can still copy what is selected, once it is shown.
      setHidden(false);
      field.current?.select();
    }
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="new-api-key"
      className="flex flex-col gap-3 rounded-card border border-positive bg-positive-wash p-5"
    >
      <h2 id="new-api-key" className="text-title font-semibold">
        {name}
      </h2>
      <p>Copy this key now and keep it somewhere safe. It is not shown again.</p>
      <div className="flex flex-wrap items-end gap-2">
        <Field label="API key" className="min-w-0 grow basis-72">
          <Input
            ref={field}
            readOnly
            type={hidden ? "password" : "text"}
            autoComplete="off"
            value={apiKey}
            onFocus={(event) => event.currentTarget.select()}
            spellCheck={false}
            className="font-mono text-meta"
          />
        </Field>
        <Button onClick={toggleHidden}>{hidden ? "Show key" : "Hide key"}</Button>
        <Button onClick={copy}>{copied ? "Copied" : "Copy key"}</Button>
        {/* An address of its own would be wrong for a key that is shown once; without scripts this is a page without it. */}
        <Form method="get" action={API_KEYS_PATH} preventScrollReset>
          <Button type="submit">Done</Button>
        </Form>
      </div>
      <p role="status" className="sr-only">
        {copied ? "The key was copied." : ""}
      </p>
    </section>
  );
}
