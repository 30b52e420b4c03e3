import type { ManagedProvider } from "~/domains/accounts/single-sign-on/administration";
import type { SignOnDomain } from "~/domains/accounts/single-sign-on/domains";
import { verificationRecord } from "~/domains/accounts/single-sign-on/rules";
import type { Problems } from "~/features/accounts/form-refusal.server";
import { CopyField } from "~/features/settings/copy-field";
import { Button } from "~/ui/button";
import { Field, Input } from "~/ui/field";
import { useRowFocus } from "~/ui/use-row-focus";
import { ProviderForm } from "./provider-form";

/** The mail domains whose people are sent to a provider. */
export function ProviderDomains({
  provider,
  problemsAt,
}: {
  provider: ManagedProvider;
  problemsAt: (at: string) => Problems | undefined;
}) {
  const { id, domains } = provider;
  const rows = useRowFocus<HTMLDivElement>(
    domains.map(({ domain }) => domain),
    (step) => step?.querySelector("input[name='domain']"),
  );
  const problems = problemsAt(`add_domain ${id}`);
  return (
    <div {...rows.holder} className="flex flex-col gap-4">
      {domains.length > 0 && (
        <ul aria-label="Domains" className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
          {domains.map((domain) => (
            <DomainRow
              key={domain.domain}
              domain={domain}
              problems={problemsAt(`verify_domain ${domain.domain}`) ?? problemsAt(`remove_domain ${domain.domain}`)}
            />
          ))}
        </ul>
      )}
      <ProviderForm intent="add_domain" emptiedWhenDone providerId={id} problems={problems}>
        {(busy) => (
          <Field
            label="Domain of your e-mail addresses"
            error={problems?.domain}
            beside={
              <Button type="submit" busy={busy}>
                Add domain
              </Button>
            }
          >
            <Input name="domain" placeholder="example.com" maxLength={253} autoComplete="off" autoCapitalize="none" />
          </Field>
        )}
      </ProviderForm>
    </div>
  );
}

function DomainRow({
  domain: { domain, token, isVerified },
  problems,
}: {
  domain: SignOnDomain;
  problems: Problems | undefined;
}) {
  const record = verificationRecord(domain, token);
  return (
    <li data-row={domain} tabIndex={-1} className="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="mr-auto min-w-0">
          <p className="font-medium [overflow-wrap:anywhere]">{domain}</p>
          <p className={isVerified ? "text-meta text-positive" : "text-meta text-muted"}>
            {isVerified ? "Verified" : "Not verified yet, so it is not used"}
          </p>
        </div>
        <div className="flex gap-2">
          {!isVerified && (
            <ProviderForm intent="verify_domain" domain={domain} problems={undefined}>
              {(busy) => (
                <Button type="submit" size="small" busy={busy} aria-label={`Verify ${domain}`}>
                  Verify
                </Button>
              )}
            </ProviderForm>
          )}
          <ProviderForm intent="remove_domain" domain={domain} problems={undefined}>
            {(busy) => (
              <Button type="submit" size="small" variant="quiet" busy={busy} aria-label={`Remove ${domain}`}>
                Remove
              </Button>
            )}
          </ProviderForm>
        </div>
      </div>
      {problems && (
        <p role="alert" className="text-meta text-accent-text">
          {problems.domain ?? problems.form}
        </p>
      )}
      {!isVerified && (
        <>
          <p className="text-meta text-muted">Add this TXT record where the domain’s DNS is kept, then verify.</p>
          <CopyField label="Name" text={record.name} />
          <CopyField label="Value" text={record.text} />
        </>
      )}
    </li>
  );
}
