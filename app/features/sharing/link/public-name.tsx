import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { Field, Input } from "~/ui/field";
import { useEscape } from "./use-escape";

/** The server takes no longer one. */
const MAX_CHARACTERS = 50;

/** Who the page names as the maker, changed in place. */
export function PublicName(props: { name: string; isOwn: boolean; onRename: (name: string) => Promise<void> }) {
  const [editing, setEditing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const change = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (editing) input.current?.select();
    else if (wasEditing.current) change.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const close = () => {
    setEditing(false);
    setProblem(undefined);
    setBusy(false);
  };
  useEscape(editing, close);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = (input.current?.value ?? "").trim();
    if (name === "") {
      setProblem("Write the name under which others see you.");
      input.current?.focus();
      return;
    }
    setBusy(true);
    await props.onRename(name);
    // One that was cancelled and opened again is another form, with another name in it.
    if (form.isConnected) close();
  }

  if (!editing) {
    return (
      <div className="flex min-w-0 items-center gap-3 border-t border-hairline pt-4">
        <div className="min-w-0 grow">
          <p className="text-meta text-muted">Public name</p>
          <p className="truncate font-medium" dir="auto">
            {props.name}
          </p>
        </div>
        {props.isOwn && (
          <Button ref={change} size="small" onClick={() => setEditing(true)} aria-label="Change the public name">
            Change
          </Button>
        )}
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="border-t border-hairline pt-4">
      <Field
        label="Public name"
        error={problem}
        beside={
          <>
            <Button type="submit" busy={busy}>
              Save
            </Button>
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
          </>
        }
      >
        <Input
          ref={input}
          defaultValue={props.name}
          maxLength={MAX_CHARACTERS}
          autoComplete="nickname"
          dir="auto"
          onChange={() => setProblem(undefined)}
        />
      </Field>
    </form>
  );
}
