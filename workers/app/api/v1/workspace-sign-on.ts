import { z } from "zod";
import { startPath } from "../../../../app/domains/accounts/single-sign-on/addresses";
import type { SignOnProvider } from "../../../../app/domains/accounts/single-sign-on/directory";
import { identityProvidersFailed } from "../../../../app/domains/accounts/single-sign-on/messages";
import { AppError } from "../../../../app/lib/app-error";
import { clientAddress } from "../../client-address";
import { type Endpoint, endpoint } from "../endpoint";

const family = "workspace";

const providerSchema = () =>
  z.object({
    provider_id: z.string(),
    name: z.string(),
    type: z.enum(["oidc", "saml"]),
    /** Members may sign in by it only. */
    is_required: z.boolean(),
    sign_in_url: z.string(),
  });

/**
 * Which ways of single sign-on there are for an address. What is answered depends on the address's domain and never on an
 * account, so anybody may ask. Source: spec 000, section 7; the answers' form is our own.
 */
export const workspaceSignOnEndpoints: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/v1/workspace/find-sso-provider",
    auth: "none",
    summary: "Find the single sign-on of an e-mail address's domain",
    family,
    io: () => ({
      query: z.object({ email: z.string().min(3).max(254), invite_code: z.string().max(200).optional() }),
      response: z.object({ sso_provider: providerSchema().nullable() }),
    }),
    run: async ({ query, context, request }) => {
      const { singleSignOn } = context.services.accounts;
      const provider = await singleSignOn.findByEmail(query.email, clientOf(request));
      return { sso_provider: provider && providerToWire(provider, context.origin) };
    },
  }),

  endpoint({
    method: "get",
    path: "/v1/workspace/identity-providers",
    auth: "none",
    summary: "List the identity providers by which one can sign in; with an Email header also that address's own",
    family,
    io: () => ({
      query: z.object({ invite_code: z.string().max(200).optional() }),
      response: z.object({ identity_providers: z.array(providerSchema()) }),
    }),
    run: async ({ context, request }) => {
      const { singleSignOn } = context.services.accounts;
      const email = request.headers.get("email");
      const own = email ? await findOwn(email) : null;
      const providers = [...(own ? [own] : []), ...singleSignOn.listConfigured()];
      return { identity_providers: providers.map((provider) => providerToWire(provider, context.origin)) };

      async function findOwn(address: string) {
        try {
          return await singleSignOn.findByEmail(address, clientOf(request));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          const { code, status, userMessage, options } = error;
          throw new AppError(code, status, identityProvidersFailed(userMessage), options);
        }
      }
    },
  }),
];

const clientOf = (request: Request) => ({
  address: clientAddress(request),
  userAgent: request.headers.get("user-agent") ?? "",
});

function providerToWire({ key, label, kind, isRequired }: SignOnProvider, origin: string) {
  return {
    provider_id: key,
    name: label,
    type: kind,
    is_required: isRequired,
    sign_in_url: origin + startPath(key),
  };
}
