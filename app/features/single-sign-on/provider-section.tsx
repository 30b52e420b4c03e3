import { useSubmit } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import type { ManagedProvider } from "~/domains/accounts/single-sign-on/administration";
import { useCsrfToken } from "~/features/accounts/csrf-field";
import type { Problems } from "~/features/accounts/form-refusal.server";
import { CopyField } from "~/features/settings/copy-field";
import { SettingsSection } from "~/features/settings/settings-section";
import { Button } from "~/ui/button";
import { ConnectOpenIdForm, ConnectSamlForm } from "./connect-forms";
import { WORKSPACE_SECURITY_PATH } from "./path";
import { ProviderDomains } from "./provider-domains";
import { ProviderForm } from "./provider-form";

const RemoveProviderDialog = lazy(() => import("./remove-provider-dialog"));

/** One provider of a workspace: the three steps of connecting it, whether it is required, and its end. */
export function ProviderSection({
  provider,
  problemsAt,
  done,
}: {
  provider: ManagedProvider;
  /** Problems of a form, by its intent, provider and domain. */
  problemsAt: (at: string) => Problems | undefined;
  done: string;
}) {
  const { id, name, kind, isConnected, isRequired, ours } = provider;
  const protocol = kind === "oidc" ? "OpenID Connect" : "SAML 2.0";
  const hasDomain = provider.domains.some(({ isVerified }) => isVerified);
  const isUsed = isConnected && hasDomain;
  const state = isUsed ? "in use" : isConnected ? "needs a verified domain" : "not connected yet";
  return (
    <SettingsSection title={name} description={`${protocol}, ${state}.`}>
      <div className="flex flex-col gap-8">
        <Step title="1. Tell the provider about us">
          {kind === "oidc" ? (
            <CopyField label="Redirect URI" text={ours.redirectUri} />
          ) : (
            <>
              <CopyField label="ACS URL" text={ours.acsUrl} />
              <CopyField label="Entity ID" text={ours.entityId} />
              <p className="text-meta text-muted">
                Both are also in our{" "}
                <a href={ours.entityId} className="underline underline-offset-2">
                  metadata
                </a>
                , which the provider may read at the entity ID.
              </p>
            </>
          )}
        </Step>
        <Step title="2. Tell us about the provider">
          {kind === "oidc" ? (
            <ConnectOpenIdForm provider={provider} problems={problemsAt(`connect_oidc ${id}`)} />
          ) : (
            <ConnectSamlForm
              key={provider.certificate}
              provider={provider}
              problems={problemsAt(`connect_saml ${id}`)}
            />
          )}
          {done.startsWith("connect_") && done.endsWith(id) && <p className="text-positive">Saved.</p>}
        </Step>
        <Step title="3. Show which domains are yours">
          <ProviderDomains provider={provider} problemsAt={problemsAt} />
        </Step>
        <Step title={isUsed || isRequired ? "Rules" : "Not needed any more?"}>
          {(isUsed || isRequired) && <RequiredForm provider={provider} problems={problemsAt(`require ${id}`)} />}
          <RemoveButton provider={provider} problems={problemsAt(`remove ${id}`)} />
        </Step>
      </div>
    </SettingsSection>
  );
}

function Step({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <h3 className="font-medium">{title}</h3>
      {children}
    </div>
  );
}

function RequiredForm({ provider, problems }: { provider: ManagedProvider; problems: Problems | undefined }) {
  const { id, name, isRequired } = provider;
  return (
    <ProviderForm intent="require" providerId={id} problems={problems} className="flex flex-col items-start gap-3">
      {(busy) => (
        <>
          <input type="hidden" name="required" value={isRequired ? "no" : "yes"} />
          <p className="text-muted">
            {isRequired
              ? `Members with an address at a verified domain sign in by ${name} only. The workspace’s owner keeps the other ways.`
              : `Members may sign in by ${name}, by password or by passkey. Requiring ${name} signs out those who came another way.`}
          </p>
          {problems?.required && (
            <p role="alert" tabIndex={-1} data-form-problem="" className="text-meta text-accent-text">
              {problems.required}
            </p>
          )}
          <Button type="submit" busy={busy}>
            {isRequired ? "Allow other ways to sign in" : "Require single sign-on"}
          </Button>
        </>
      )}
    </ProviderForm>
  );
}

function RemoveButton({ provider, problems }: { provider: ManagedProvider; problems: Problems | undefined }) {
  const [asking, setAsking] = useState(false);
  const submit = useSubmit();
  const csrf = useCsrfToken();
  const { id, name } = provider;
  function remove() {
    setAsking(false);
    submit({ csrf, intent: "remove", provider_id: id }, { method: "post", action: WORKSPACE_SECURITY_PATH });
  }
  return (
    <div data-row={id} className="flex flex-col items-start gap-2">
      {problems?.form && (
        <p role="alert" className="text-meta text-accent-text">
          {problems.form}
        </p>
      )}
      <Button variant="danger" onClick={() => setAsking(true)}>
        Remove {name}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <RemoveProviderDialog name={name} onCancel={() => setAsking(false)} onConfirm={remove} />
        </Suspense>
      )}
    </div>
  );
}
