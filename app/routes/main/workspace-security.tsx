import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MESSAGES } from "~/domains/accounts/messages";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { clientOf } from "~/features/accounts/client-of-request";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { refusalOf, refuse } from "~/features/accounts/form-refusal.server";
import { StepUp } from "~/features/accounts/step-up-dialog";
import { SettingsSection } from "~/features/settings/settings-section";
import { Page } from "~/features/shell/page";
import { NewProviderForm } from "~/features/single-sign-on/new-provider-form";
import { ProviderSection } from "~/features/single-sign-on/provider-section";
import { requireAdmin } from "~/features/workspace/admin.server";
import { pageTitle } from "~/lib/page-title";
import { useRowFocus } from "~/ui/use-row-focus";

export const meta: MetaFunction = () => [{ title: pageTitle("Security") }];
export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { workspaceId } = await requireAdmin(request, context);
  return { providers: await context.services.accounts.singleSignOn.administration.listProviders(workspaceId) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(request, context);
  const { stepUp, singleSignOn } = context.services.accounts;
  const { administration } = singleSignOn;
  const { workspaceId } = admin;
  let at = "";
  try {
    const form = await readOwnForm(request, context);
    const field = (name: string) => String(form.get(name) ?? "");
    const intent = field("intent");
    const providerId = field("provider_id");
    // Which form the answer is about.
    at = [intent, providerId, field("domain_of_row")].filter(Boolean).join(" ");
    // By a provider of their own, somebody could come in again and again.
    await stepUp.requireFresh(admin);
    switch (intent) {
      case "add":
        await administration.addProvider(workspaceId, {
          kind: field("kind") === "saml" ? "saml" : "oidc",
          name: field("name"),
        });
        break;
      case "connect_oidc":
        await administration.connectOpenId(admin, providerId, {
          issuer: field("issuer"),
          clientId: field("client_id"),
          clientSecret: field("client_secret"),
        });
        break;
      case "connect_saml":
        await administration.connectSaml(admin, providerId, {
          metadata: field("metadata"),
          issuer: field("issuer"),
          entryPoint: field("entry_point"),
          certificate: field("certificate"),
        });
        break;
      case "add_domain":
        await administration.addDomain(admin, providerId, field("domain"));
        break;
      case "verify_domain":
        await administration.verifyDomain(admin, field("domain_of_row"));
        break;
      case "remove_domain":
        await administration.removeDomain(workspaceId, field("domain_of_row"));
        break;
      case "require":
        await administration.setRequired(admin, providerId, field("required") === "yes", clientOf(request, context));
        break;
      case "remove":
        await administration.removeProvider(workspaceId, providerId);
        break;
      default:
        return answerAt(refuse({ form: MESSAGES.somethingWentWrong }));
    }
    return data({ done: at, at: "", problems: {} });
  } catch (error) {
    return answerAt(refusalOf(error, { message: MESSAGES.somethingWentWrong, log: context.log }));
  }

  function answerAt(refusal: ReturnType<typeof refuse>) {
    return data({ ...refusal.data, at, done: "" }, refusal.init ?? undefined);
  }
}

export default function WorkspaceSecurity() {
  const { providers } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const problemsAt = (at: string) => (answer?.at === at ? answer.problems : undefined);
  const rows = useRowFocus<HTMLDivElement>(
    providers.map(({ id }) => id),
    (screen) => screen?.querySelector("section:last-of-type input:not([type='hidden'])"),
  );
  return (
    <Page title="Security" description="How the members of this workspace sign in.">
      <div {...rows.holder}>
        <StepUp />
        <p role="status" className="sr-only">
          {answer?.done ? "Saved." : ""}
        </p>
        {providers.map((provider) => (
          <ProviderSection key={provider.id} provider={provider} problemsAt={problemsAt} done={answer?.done ?? ""} />
        ))}
        <SettingsSection
          title={providers.length === 0 ? "Single sign-on" : "Another provider"}
          description="Connect your organisation’s identity provider, and members sign in by it. Whoever has an account there and comes for the first time becomes a member of this workspace."
        >
          <NewProviderForm problems={problemsAt("add")} />
        </SettingsSection>
      </div>
    </Page>
  );
}
