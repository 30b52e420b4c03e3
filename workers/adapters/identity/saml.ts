/** SAML 2.0 by `@node-saml/node-saml`: requests by redirect, responses by post, assertions signed. */
import type { SAML } from "@node-saml/node-saml";
import type {
  ProviderFailure,
  SamlPort,
  SamlProvider,
  SamlServiceProvider,
} from "../../../app/domains/accounts/single-sign-on/ports";
import { readCertificates, splitCertificates } from "./certificates";
import { readAssertion } from "./saml-assertion";
import { openSamlResponse } from "./saml-document";
import { readSamlMetadata } from "./saml-metadata";

const CLOCK_SKEW_MS = 60_000;
const ASSERTION_MAX_AGE_MS = 10 * 60_000;

export function createSamlAdapter(): SamlPort {
  return {
    async begin(provider, us, { requestId, relayState }) {
      const saml = await samlFor(us, provider, requestId);
      return saml.getAuthorizeUrlAsync(relayState, undefined, {});
    },

    async finish(provider, us, { response, requestId }) {
      const opened = openSamlResponse(response);
      if ("problem" in opened) return invalid(opened.problem);
      const saml = await samlFor(us, provider, requestId);
      let document: Record<string, unknown> | undefined;
      try {
        const { profile } = await saml.validatePostResponseAsync({
          SAMLResponse: Buffer.from(opened.xml, "utf8").toString("base64"),
        });
        document = profile?.getAssertion?.();
      } catch (error) {
        return failureOf(error);
      }
      if (!document) return invalid("there is no assertion");
      const read = readAssertion(document, provider, us, requestId);
      if ("problem" in read) return invalid(read.problem);
      const { subject, email, firstName, assertionId, expiresAtMs } = read;
      return {
        kind: "identity",
        identity: { subject, email, isEmailVerified: email !== null, firstName },
        assertionId,
        expiresAtMs: expiresAtMs + CLOCK_SKEW_MS,
      };
    },

    async describe(us) {
      const saml = await samlFor(us);
      return saml.generateServiceProviderMetadata(null);
    },

    readMetadata: readSamlMetadata,
    readCertificates,
  };
}

/** `requestId`: the one request that may be answered. */
async function samlFor(us: SamlServiceProvider, provider?: SamlProvider, requestId = ""): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import("@node-saml/node-saml");
  const sentAt = new Date().toISOString();
  return new SAML({
    issuer: us.entityId,
    callbackUrl: us.acsUrl,
    audience: us.entityId,
    entryPoint: provider?.entryPoint ?? us.acsUrl,
    idpCert: provider ? splitCertificates(provider.certificate) : "none",
    // The provider decides how it names people and how they prove themselves.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    maxAssertionAgeMs: ASSERTION_MAX_AGE_MS,
    signatureAlgorithm: "sha256",
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    // The request is kept in the database; the library asks about it here.
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => (requestId !== "" && key === requestId ? sentAt : null),
      removeAsync: async (key) => key,
    },
  });
}

const invalid = (detail: string): ProviderFailure => ({ kind: "failed", reason: "invalid", detail });

function failureOf(error: unknown): ProviderFailure {
  const detail = error instanceof Error ? `${error.name}: ${error.message.slice(0, 300)}` : typeof error;
  // What the provider itself answers in place of an assertion.
  const status = error instanceof Error && "xmlStatus" in error ? String(error.xmlStatus) : "";
  if (status === "") return { kind: "failed", reason: "invalid", detail };
  return { kind: "failed", reason: /AuthnFailed|RequestDenied/.test(status) ? "cancelled" : "refused", detail };
}
