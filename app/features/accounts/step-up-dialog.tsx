/** Asks for a confirmation where an action was refused for want of one, and does the action once more afterwards. */
import { type FetcherWithComponents, useActionData, useNavigation, useSubmit } from "@remix-run/react";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "~/lib/api-client";

// Few visits need it.
const ConfirmationDialog = lazy(() => import("./confirmation-dialog"));

interface Sent {
  formData: FormData;
  action: string;
}

const needsConfirmation = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "refusal" in answer && answer.refusal === "sensitive_action";

/**
 * For a page whose action uses `requireConfirmedUser`: put it once on the page (or once per fetcher that sends such
 * forms). When the action answers `sensitive_action`, the person confirms, and the same form is sent again.
 */
export function StepUp({ fetcher }: { fetcher?: FetcherWithComponents<unknown> }) {
  const actionData: unknown = useActionData();
  const navigation = useNavigation();
  const submit = useSubmit();
  const source = fetcher ?? navigation;
  const answer = fetcher ? fetcher.data : actionData;
  const sent = useRef<Sent>();
  if (source.state === "submitting" && source.formData && source.formAction)
    sent.current = { formData: source.formData, action: source.formAction };
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(needsConfirmation(answer)), [answer]);

  function sendAgain() {
    setOpen(false);
    if (!sent.current) return;
    const { formData, action } = sent.current;
    (fetcher?.submit ?? submit)(formData, { method: "post", action });
  }
  return open ? <Confirmation onCancel={() => setOpen(false)} onConfirmed={sendAgain} /> : null;
}

/**
 * For calls to the API: `call(run)` runs, asks for a confirmation where the API answers `sensitive_action`, and runs
 * once more. It rejects with that refusal when the person does not confirm. `dialog` goes anywhere on the page.
 */
export function useConfirmedCall(): { call<T>(run: () => Promise<T>): Promise<T>; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ answer: (confirmed: boolean) => void }>();
  const call = useCallback(async <T,>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ApiError) || error.type !== "sensitive_action") throw error;
      const confirmed = await new Promise<boolean>((answer) => setAsked({ answer }));
      setAsked(undefined);
      if (!confirmed) throw error;
      return run();
    }
  }, []);
  const dialog = asked && <Confirmation onCancel={() => asked.answer(false)} onConfirmed={() => asked.answer(true)} />;
  return { call, dialog };
}

function Confirmation(props: { onCancel: () => void; onConfirmed: () => void }) {
  return (
    <Suspense fallback={null}>
      <ConfirmationDialog {...props} />
    </Suspense>
  );
}
