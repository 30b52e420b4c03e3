import type { Problems } from "~/features/accounts/form-refusal.server";
import { Button } from "~/ui/button";
import { Field, Input } from "~/ui/field";
import { ProviderForm } from "./provider-form";

/** The first step: a name and a protocol. What the provider has to know follows. */
export function NewProviderForm({ problems }: { problems: Problems | undefined }) {
  return (
    <ProviderForm intent="add" emptiedWhenDone problems={problems} className="flex flex-col gap-4">
      {(busy) => (
        <>
          <Field label="Name" hint="As members know it, for instance “Acme login”." error={problems?.name}>
            <Input name="name" maxLength={60} required autoComplete="off" />
          </Field>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 text-meta font-medium">Protocol</legend>
            <label className="flex items-center gap-2.5">
              <input type="radio" name="kind" value="oidc" defaultChecked className="size-4 accent-accent" />
              OpenID Connect
            </label>
            <label className="flex items-center gap-2.5">
              <input type="radio" name="kind" value="saml" className="size-4 accent-accent" />
              SAML 2.0
            </label>
          </fieldset>
          <Button type="submit" variant="primary" busy={busy} className="self-start">
            Add provider
          </Button>
        </>
      )}
    </ProviderForm>
  );
}
