import { API_KEY_SCOPES, type ApiKeyScope } from "~/domains/accounts/api-key-scopes";
import type { Problems } from "~/features/accounts/form-refusal.server";
import { Field, Input } from "~/ui/field";
import { CREDIT_LIMIT, SCOPE, SCOPES_KIND } from "./key-limits-form";

export const SCOPE_LABELS: Record<ApiKeyScope, string> = {
  text_to_speech: "Speak text",
  speech_history_read: "Read history and download sounds",
  speech_history_write: "Change history, share items",
  voices_read: "See voices",
  voices_write: "Change settings of voices",
  models_read: "See models",
  user_read: "Read your profile, plan and credits",
  user_write: "Change your profile and keys",
  workspace_read: "Read settings of the workspace",
  workspace_write: "Change settings of the workspace",
};

/** What a key may do and use. Works without scripts: the list shows where it is chosen. */
export function KeyLimitsFields({
  scopes,
  creditLimit,
  problems,
}: {
  scopes: readonly string[] | null;
  creditLimit: number | null;
  problems: Problems | undefined;
}) {
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="group/scopes flex flex-col gap-2">
        <legend className="mb-1.5 text-meta font-medium">What it may do</legend>
        <Choice value="all" label="Everything that you may" checked={scopes === null} />
        <Choice value="chosen" label="Only this:" checked={scopes !== null} />
        <ul className="hidden grid-cols-1 gap-x-6 gap-y-2 pl-6.5 group-has-[[value=chosen]:checked]/scopes:grid sm:grid-cols-2">
          {API_KEY_SCOPES.map((scope) => (
            <li key={scope}>
              <label className="flex items-start gap-2.5 pointer-coarse:min-h-[44px] pointer-coarse:items-center">
                <input
                  type="checkbox"
                  name={SCOPE}
                  value={scope}
                  defaultChecked={scopes?.includes(scope) ?? scope === "text_to_speech"}
                  className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:mt-0"
                />
                {SCOPE_LABELS[scope]}
              </label>
            </li>
          ))}
        </ul>
        {problems?.permissions && (
          <p role="alert" className="text-meta text-accent-text">
            {problems.permissions}
          </p>
        )}
      </fieldset>
      <Field
        label="Most credits in a period (optional)"
        hint="Begins anew with the credits of your plan."
        error={problems?.[CREDIT_LIMIT]}
        className="max-w-60"
      >
        <Input
          name={CREDIT_LIMIT}
          inputMode="numeric"
          defaultValue={creditLimit ?? ""}
          autoComplete="off"
          maxLength={15}
        />
      </Field>
    </div>
  );
}

const Choice = ({ value, label, checked }: { value: string; label: string; checked: boolean }) => (
  <label className="flex items-center gap-2.5 pointer-coarse:min-h-[44px]">
    <input type="radio" name={SCOPES_KIND} value={value} defaultChecked={checked} className="size-4 accent-accent" />
    {label}
  </label>
);
