/**
 * What a SAML response must look like before anything in it is believed. The library checks signatures; this refuses the
 * shapes with which signatures were got around: document types, comments, second assertions, weak algorithms.
 * Source: SAML 2.0 Core and Bindings; Somorovsky et al., "On Breaking SAML" (2012); Duo, "SAML vulnerabilities" (2018).
 */
const MAX_RESPONSE_CHARACTERS = 200_000;

const ALGORITHMS = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmldsig-more#sha384",
  "http://www.w3.org/2001/04/xmlenc#sha512",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
]);

/** The response's XML from base64, or why it is refused. */
export function openSamlResponse(base64: string): { xml: string } | { problem: string } {
  if (base64.length > MAX_RESPONSE_CHARACTERS) return { problem: "the response is too long" };
  const compact = base64.replace(/\s+/g, "");
  if (compact === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return { problem: "the response is no base64" };
  const xml = Buffer.from(compact, "base64").toString("utf8");
  const problem = shapeProblem(xml);
  return problem ? { problem } : { xml };
}

function shapeProblem(xml: string): string | null {
  // Entities can be declared in a document type alone, so without one there are no bombs and no files read.
  if (/<!/.test(xml)) return "declarations, comments and raw text are not taken";
  if (/<\?(?!xml[\s?])/i.test(xml)) return "processing instructions are not taken";
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)/i.test(xml)) return "there is an unknown entity";
  if (elements(xml, "EncryptedAssertion") > 0) return "encrypted assertions are not taken";
  if (elements(xml, "Response") !== 1) return "there has to be one response";
  // Without one, the response is a provider's refusal, whose words the library reads.
  const assertions = elements(xml, "Assertion");
  if (assertions > 1) return "there is more than one assertion";
  if (elements(xml, "Subject") !== assertions || elements(xml, "NameID") !== assertions)
    return "there has to be one subject";
  for (const [, algorithm = ""] of xml.matchAll(/\sAlgorithm\s*=\s*["']([^"']*)["']/g))
    if (!ALGORITHMS.has(algorithm)) return `the algorithm ${algorithm.slice(0, 80)} is not taken`;
  const ids = [...xml.matchAll(/\s(?:xml:)?id\s*=\s*["']([^"']*)["']/gi)].map(([, id]) => id);
  if (new Set(ids).size !== ids.length) return "an id is there twice";
  return null;
}

function elements(xml: string, name: string): number {
  return [...xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}[\\s/>]`, "g"))].length;
}
