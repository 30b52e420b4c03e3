import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { MESSAGES } from "~/domains/accounts/messages";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { clientOf } from "~/features/accounts/client-of-request";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { CsrfField } from "~/features/accounts/csrf-field";
import { refusalOf, refuse } from "~/features/accounts/form-refusal.server";
import { requireUser } from "~/features/accounts/session.server";
import { useProblemFocus } from "~/features/accounts/use-problem-focus";
import { ApiKeyRow } from "~/features/api-keys/api-key-row";
import { KeyLimitsFields } from "~/features/api-keys/key-limits-fields";
import { readKeyLimits } from "~/features/api-keys/key-limits-form";
import { NewApiKey } from "~/features/api-keys/new-api-key";
import { API_KEYS_PATH } from "~/features/api-keys/path";
import { useFocusOfKeys } from "~/features/api-keys/use-focus-of-keys";
import { SettingsFrame } from "~/features/settings/settings-frame";
import { useKeptActionData } from "~/features/shell/use-kept-action-data";
import { pageTitle } from "~/lib/page-title";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Field, Input } from "~/ui/field";

export const meta: MetaFunction = () => [{ title: pageTitle("API keys") }];
export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const { searchParams } = new URL(request.url);
  const { accounts, billing } = context.services;
  const [apiKeys, { periodStartMs }] = await Promise.all([
    accounts.listApiKeys(user),
    billing.getSubscription(user.workspaceId),
  ]);
  return {
    apiKeys: apiKeys.map(({ creditPeriodStartMs, creditsUsed, ...key }) => ({
      ...key,
      // A key that was not used yet in this period still holds the count of the one before.
      creditsUsed: creditPeriodStartMs === periodStartMs ? creditsUsed : 0,
    })),
    editingId: searchParams.get("edit"),
    deletingId: searchParams.get("delete"),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const { accounts } = context.services;
  try {
    const form = await readOwnForm(request, context);
    const field = (name: string) => String(form.get(name) ?? "");
    switch (field("intent")) {
      case "create": {
        const limits = readKeyLimits(form);
        const { key, apiKey } = await accounts.createApiKey(user, field("name"), limits, clientOf(request, context));
        return { created: { key, name: apiKey.name } };
      }
      case "edit":
        await accounts.changeApiKey(user, field("api_key_id"), { name: field("name"), ...readKeyLimits(form) });
        return redirect(API_KEYS_PATH);
      case "delete":
        await accounts.deleteApiKey(user, field("api_key_id"), clientOf(request, context));
        return redirect(API_KEYS_PATH);
      default:
        return refuse({ form: MESSAGES.somethingWentWrong });
    }
  } catch (error) {
    return refusalOf(error);
  }
}

export default function ApiKeysSettings() {
  const { apiKeys, editingId, deletingId } = useLoaderData<typeof loader>();
  const answer = useKeptActionData<typeof action>();
  const problems = answer && "problems" in answer ? answer.problems : undefined;
  const created = answer && "created" in answer ? answer.created : undefined;
  const navigation = useNavigation();
  const busy = navigation.formMethod === "POST";
  // A refusal belongs to the form in work: a row's while one is open, else the one for new keys.
  const rowIsOpen = apiKeys.some(({ apiKeyId }) => apiKeyId === editingId || apiKeyId === deletingId);
  const limitsRefused = !rowIsOpen && (problems?.permissions ?? problems?.character_limit) !== undefined;
  const form = useRef<HTMLFormElement>(null);
  useProblemFocus(form, rowIsOpen ? undefined : problems);
  useEffect(() => {
    if (created) form.current?.reset();
  }, [created]);
  const list = useRef<HTMLUListElement>(null);
  const newName = useRef<HTMLInputElement>(null);
  const announcement = useFocusOfKeys(apiKeys, created?.key, { list, newName });
  return (
    <SettingsFrame
      title="API keys"
      description="For programs that speak through this workspace. A key can do what you can do, or less."
    >
      <div className="flex max-w-[760px] flex-col gap-6">
        <p role="status" className="sr-only">
          {announcement}
        </p>
        {created && <NewApiKey name={created.name} apiKey={created.key} />}
        <Form method="post" action={API_KEYS_PATH} ref={form} noValidate className="flex flex-col gap-3">
          <CsrfField />
          <input type="hidden" name="intent" value="create" />
          <Field
            label="Name of a new key"
            error={rowIsOpen ? undefined : (problems?.name ?? problems?.form)}
            beside={
              <Button type="submit" variant="primary" busy={busy && !rowIsOpen}>
                Create key
              </Button>
            }
          >
            <Input
              ref={newName}
              name="name"
              maxLength={100}
              required
              autoComplete="off"
              placeholder="Which program is it for?"
            />
          </Field>
          <details className="group" open={limitsRefused || undefined}>
            <summary className="w-fit cursor-default text-meta font-medium text-muted hover:text-ink">
              Limit what it may do and use
            </summary>
            <div className="mt-3 rounded-card border border-hairline bg-surface p-4">
              <KeyLimitsFields scopes={null} creditLimit={null} problems={rowIsOpen ? undefined : problems} />
            </div>
          </details>
        </Form>
        {apiKeys.length === 0 ? (
          <EmptyState>No API keys yet. Create one to call the API from a program.</EmptyState>
        ) : (
          <ul
            ref={list}
            aria-label="Your API keys"
            className="divide-y divide-hairline rounded-card border border-hairline bg-surface"
          >
            {apiKeys.map((apiKey) => (
              <ApiKeyRow
                key={apiKey.apiKeyId}
                apiKey={apiKey}
                state={stateOf(apiKey.apiKeyId, editingId, deletingId)}
                problems={problems}
                busy={busy}
                isSending={navigation.state === "submitting"}
              />
            ))}
          </ul>
        )}
      </div>
    </SettingsFrame>
  );
}

function stateOf(apiKeyId: string, editingId: string | null, deletingId: string | null) {
  if (apiKeyId === editingId) return "editing" as const;
  return apiKeyId === deletingId ? ("deleting" as const) : ("shown" as const);
}
