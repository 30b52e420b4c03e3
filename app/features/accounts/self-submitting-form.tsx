import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "~/ui/button";
import { CsrfField } from "./csrf-field";

/**
 * Does what a link from a mail is for. It is a form, since mail programs open links ahead of their readers; with scripts
 * it is sent by itself, once.
 */
export function SelfSubmittingForm({ label }: { label: string }) {
  const form = useRef<HTMLFormElement>(null);
  const submitted = useRef(false);
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  useEffect(() => {
    if (submitted.current || !form.current) return;
    submitted.current = true;
    submit(form.current);
  }, [submit]);
  return (
    <Form method="post" ref={form}>
      <CsrfField />
      <Button type="submit" variant="primary" busy={busy}>
        {label}
      </Button>
    </Form>
  );
}
