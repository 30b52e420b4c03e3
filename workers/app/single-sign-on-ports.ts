/** What single sign-on needs from outside, as this installation is configured. */
import type { SingleSignOnPorts } from "../../app/domains/accounts/single-sign-on/ports";
import { AppError } from "../../app/lib/app-error";
import { createDnsOverHttps } from "../adapters/dns/dns-over-https";
import { createOpenIdAdapter } from "../adapters/identity/open-id";
import { createSamlAdapter } from "../adapters/identity/saml";
import type { Variables } from "./env";
import { log } from "./log";

export function singleSignOnPorts(variables: Variables): SingleSignOnPorts {
  const { OIDC_PROVIDERS = [], DNS_URL, SSO_PRIVATE_PROVIDERS } = variables;
  const dns = DNS_URL ? createDnsOverHttps(DNS_URL) : undefined;
  return {
    configured: OIDC_PROVIDERS,
    openId: createOpenIdAdapter({ findAddresses: dns?.findAddresses }),
    saml: createSamlAdapter(),
    domainNames: {
      async findTexts(name) {
        if (!dns) throw new AppError("engine_not_configured", 503, DNS_MISSING);
        return dns.findTexts(name);
      },
    },
    allowsPrivateProviders: SSO_PRIVATE_PROVIDERS === "allow",
    report: (event, detail) => log.info(event, detail),
  };
}

const DNS_MISSING =
  "Domains cannot be verified, since this installation has no resolver. Whoever runs it sets DNS_URL, for instance to https://cloudflare-dns.com/dns-query.";
