import { Form } from "@remix-run/react";
import { clsx } from "clsx";
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { isApiKeyScope } from "~/domains/accounts/api-key-scopes";
import { CsrfField } from "~/features/accounts/csrf-field";
import type { Problems } from "~/features/accounts/form-refusal.server";
import { useProblemFocus } from "~/features/accounts/use-problem-focus";
import { formatCount, formatNumber } from "~/lib/format-number";
import { Button } from "~/ui/button";
import { Field, Input } from "~/ui/field";
import { KeyLimitsFields, SCOPE_LABELS } from "./key-limits-fields";
import { API_KEYS_PATH } from "./path";

/** A key as the list shows it; times as text, so that server and browser say the same. */
export interface ApiKeyRowData {
  apiKeyId: string;
  name: string;
  preview: string;
  createdAtMs: number;
  lastUsedAtMs: number | null;
  scopes: readonly string[] | null;
  creditLimit: number | null;
  /** In the current period. */
  creditsUsed: number;
}

/** What a row is asked for: its address says so (`?edit=` or `?delete=`), so that it works without scripts. */
export type RowState = "shown" | "editing" | "deleting";

export function ApiKeyRow({
  apiKey,
  state,
  problems,
  busy,
  isSending,
}: {
  apiKey: ApiKeyRowData;
  state: RowState;
  problems: Problems | undefined;
  busy: boolean;
  /** Whether a form of the screen waits for its answer. */
  isSending: boolean;
}) {
  const row = useRef<HTMLLIElement>(null);
  const before = useRef(state);
  // The focus follows: into the form that opens, back to the button that opened it when it closes.
  useEffect(() => {
    if (before.current === state) return;
    const target =
      state === "shown"
        ? `button[name="${before.current === "editing" ? "edit" : "delete"}"]`
        : "input[name='name'], button";
    before.current = state;
    row.current?.querySelector<HTMLElement>(target)?.focus();
  }, [state]);
  const cancelForm = useRef<HTMLFormElement>(null);
  const cancelByEscape = (event: KeyboardEvent) => {
    if (event.key === "Escape") cancelForm.current?.requestSubmit();
  };
  return (
    <li
      ref={row}
      className={clsx("flex flex-col gap-3 px-4 py-3", state === "shown" && "sm:flex-row sm:items-center")}
      onKeyDown={cancelByEscape}
    >
      {state !== "shown" && <CancelForm apiKeyId={apiKey.apiKeyId} isSending={isSending} form={cancelForm} />}
      {state === "editing" ? (
        <EditForm apiKey={apiKey} problems={problems} busy={busy} />
      ) : (
        <>
          <KeyFacts apiKey={apiKey} />
          {state === "deleting" ? (
            <DeleteForm apiKey={apiKey} problems={problems} busy={busy} />
          ) : (
            <RowButtons apiKey={apiKey} isSending={isSending} />
          )}
        </>
      )}
    </li>
  );
}

function KeyFacts({ apiKey }: { apiKey: ApiKeyRowData }) {
  const { name, preview, createdAtMs, lastUsedAtMs } = apiKey;
  return (
    <div className="min-w-0 grow">
      <p className="truncate font-medium">{name}</p>
      <p className="text-meta text-muted tabular">
        <span className="font-mono" title="The last four characters of the key">
          sk_…{preview}
        </span>
        {" · made "}
        <Day timeMs={createdAtMs} />
        {" · "}
        {lastUsedAtMs === null ? (
          "never used"
        ) : (
          <>
            last used <Day timeMs={lastUsedAtMs} />
          </>
        )}
      </p>
      <p className="text-meta text-muted tabular">{limitsOf(apiKey)}</p>
    </div>
  );
}

/** "Speak text · 1,200 of 5,000 credits". */
function limitsOf({ scopes, creditLimit, creditsUsed }: ApiKeyRowData): string {
  const may = scopes?.map((scope) => (isApiKeyScope(scope) ? SCOPE_LABELS[scope] : scope)).join(", ");
  const credits =
    creditLimit === null
      ? formatCount(creditsUsed, "credit")
      : `${formatNumber(creditsUsed)} of ${formatCount(creditLimit, "credit")}`;
  return `${may === undefined ? "Everything" : may || "Nothing"} · ${credits} in this period`;
}

/** Going on would drop the answer: the only sight of a new key, or what was wrong. */
const stayWhile = (isSending: boolean) => (event: FormEvent) => {
  if (isSending) event.preventDefault();
};

/** They change the address, not the page: a form that asks for it, so that they are buttons without scripts too. */
function RowButtons({ apiKey: { apiKeyId, name }, isSending }: { apiKey: ApiKeyRowData; isSending: boolean }) {
  return (
    <Form
      method="get"
      action={API_KEYS_PATH}
      preventScrollReset
      onSubmit={stayWhile(isSending)}
      className="flex shrink-0 gap-2"
    >
      <Button type="submit" name="edit" value={apiKeyId} size="small" aria-label={`Edit ${name}`}>
        Edit
      </Button>
      <Button type="submit" name="delete" value={apiKeyId} size="small" variant="danger" aria-label={`Delete ${name}`}>
        Delete
      </Button>
    </Form>
  );
}

function EditForm({
  apiKey,
  problems,
  busy,
}: {
  apiKey: ApiKeyRowData;
  problems: Problems | undefined;
  busy: boolean;
}) {
  const form = useRef<HTMLFormElement>(null);
  useProblemFocus(form, problems);
  return (
    <Form method="post" ref={form} preventScrollReset noValidate className="flex grow flex-col gap-4">
      <CsrfField />
      <input type="hidden" name="intent" value="edit" />
      <input type="hidden" name="api_key_id" value={apiKey.apiKeyId} />
      <Field label={`New name of ${apiKey.name}`} error={problems?.name ?? problems?.form}>
        <Input name="name" defaultValue={apiKey.name} maxLength={100} required autoComplete="off" />
      </Field>
      <KeyLimitsFields scopes={apiKey.scopes} creditLimit={apiKey.creditLimit} problems={problems} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Save key
        </Button>
        <CancelButton apiKeyId={apiKey.apiKeyId} />
      </div>
    </Form>
  );
}

function DeleteForm({
  apiKey,
  problems,
  busy,
}: {
  apiKey: ApiKeyRowData;
  problems: Problems | undefined;
  busy: boolean;
}) {
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex flex-wrap items-center gap-2"
      aria-label={`Delete ${apiKey.name}`}
    >
      <CsrfField />
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="api_key_id" value={apiKey.apiKeyId} />
      <p id={`${apiKey.apiKeyId}-warning`} role="alert" className="grow text-meta text-accent-text">
        {problems?.form ?? "Programs that use this key stop working at once."}
      </p>
      <Button type="submit" variant="danger" busy={busy} aria-describedby={`${apiKey.apiKeyId}-warning`}>
        Delete key
      </Button>
      <CancelButton apiKeyId={apiKey.apiKeyId} />
    </Form>
  );
}

/** Belongs to the form `CancelForm`, which stands beside the one it cancels: forms hold no forms. */
const CancelButton = ({ apiKeyId }: { apiKeyId: string }) => (
  <Button type="submit" form={cancelFormOf(apiKeyId)} variant="quiet">
    Cancel
  </Button>
);

const CancelForm = ({
  apiKeyId,
  isSending,
  form,
}: {
  apiKeyId: string;
  isSending: boolean;
  form: RefObject<HTMLFormElement>;
}) => (
  <Form
    ref={form}
    id={cancelFormOf(apiKeyId)}
    method="get"
    action={API_KEYS_PATH}
    preventScrollReset
    onSubmit={stayWhile(isSending)}
    className="hidden"
  />
);

const cancelFormOf = (apiKeyId: string) => `cancel-${apiKeyId}`;

/** A day, in UTC and one language, so that server and browser write the same. */
function Day({ timeMs }: { timeMs: number }) {
  const date = new Date(timeMs);
  return (
    <time dateTime={date.toISOString()}>
      {date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })}
    </time>
  );
}
