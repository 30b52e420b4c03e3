import type { ManagedProvider } from "~/domains/accounts/single-sign-on/administration";
import type { Problems } from "~/features/accounts/form-refusal.server";
import { Button } from "~/ui/button";
import { Field, Input, Textarea } from "~/ui/field";
import { ProviderForm } from "./provider-form";

interface ConnectFormProps {
  provider: ManagedProvider;
  problems: Problems | undefined;
}

const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** What an OpenID Connect provider gave for us. */
export function ConnectOpenIdForm({ provider, problems }: ConnectFormProps) {
  const { id, issuer, clientId, hasClientSecret, isConnected } = provider;
  return (
    <ProviderForm intent="connect_oidc" providerId={id} problems={problems} className="flex flex-col gap-4">
      {(busy) => (
        <>
          <Field label="Issuer" hint="An address, like https://login.example.com." error={problems?.issuer}>
            <Input name="issuer" type="url" defaultValue={issuer} maxLength={2048} required {...plain} />
          </Field>
          <Field label="Client ID" error={problems?.client_id}>
            <Input name="client_id" defaultValue={clientId} maxLength={2048} required {...plain} />
          </Field>
          <Field
            label="Client secret"
            hint={hasClientSecret ? "There is one. Leave this empty to keep it." : "Leave this empty if there is none."}
            error={problems?.client_secret}
          >
            <Input name="client_secret" type="password" maxLength={2048} {...plain} autoComplete="new-password" />
          </Field>
          <SaveButton busy={busy} isConnected={isConnected} />
        </>
      )}
    </ProviderForm>
  );
}

/** What a SAML provider gave for us: its metadata, or the single values. */
export function ConnectSamlForm({ provider, problems }: ConnectFormProps) {
  const { id, issuer, entryPoint, certificate, isConnected } = provider;
  const singleIsWrong = Boolean(problems?.issuer || problems?.entry_point || problems?.certificate);
  return (
    <ProviderForm intent="connect_saml" providerId={id} problems={problems} className="flex flex-col gap-4">
      {(busy) => (
        <>
          <Field
            label="Metadata"
            hint={isConnected ? "Paste new metadata to replace what is below." : "The XML that the provider offers."}
            error={problems?.metadata}
          >
            <Textarea name="metadata" rows={5} className="font-mono text-meta" {...plain} />
          </Field>
          <details open={isConnected || singleIsWrong} className="group">
            <summary className="cursor-pointer text-meta font-medium">Single values in place of metadata</summary>
            <div className="mt-4 flex flex-col gap-4">
              <Field label="Entity ID of the provider" error={problems?.issuer}>
                <Input name="issuer" defaultValue={issuer} maxLength={2048} {...plain} />
              </Field>
              <Field label="Sign-in address" hint="For HTTP-Redirect." error={problems?.entry_point}>
                <Input name="entry_point" type="url" defaultValue={entryPoint} maxLength={2048} {...plain} />
              </Field>
              <Field label="Signing certificate" error={problems?.certificate}>
                <Textarea
                  name="certificate"
                  rows={5}
                  defaultValue={certificate}
                  className="font-mono text-meta"
                  {...plain}
                />
              </Field>
            </div>
          </details>
          <SaveButton busy={busy} isConnected={isConnected} />
        </>
      )}
    </ProviderForm>
  );
}

function SaveButton({ busy, isConnected }: { busy: boolean; isConnected: boolean }) {
  return (
    <Button type="submit" busy={busy} className="self-start">
      {isConnected ? "Save" : "Connect"}
    </Button>
  );
}
