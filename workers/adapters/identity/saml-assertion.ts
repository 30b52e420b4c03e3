/** What a signed assertion says, read from the bytes that were signed and nothing else. */
import type { SamlProvider, SamlServiceProvider } from "../../../app/domains/accounts/single-sign-on/ports";

/** An element as `xml2js` gives it: text in `_`, attributes in `$`, children by name. */
interface Element {
  _?: string;
  $?: Record<string, string | undefined>;
  [child: string]: unknown;
}

const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const EMAIL_ATTRIBUTES = [
  "email",
  "mail",
  "emailaddress",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
];
const FIRST_NAME_ATTRIBUTES = [
  "firstname",
  "givenname",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
  "urn:oid:2.5.4.42",
];
const SUBJECT_MAX_LENGTH = 255;

export interface ReadAssertion {
  subject: string;
  email: string | null;
  firstName: string;
  assertionId: string;
  /** When nobody would take it any more. */
  expiresAtMs: number;
}

/**
 * Checks what the library leaves to us: who issued it, that it answers our request, that it was meant for our address, and
 * that it names its end. `document` is the parsed signed assertion.
 */
export function readAssertion(
  document: Record<string, unknown>,
  provider: Pick<SamlProvider, "issuer">,
  { acsUrl }: Pick<SamlServiceProvider, "acsUrl">,
  requestId: string,
): ReadAssertion | { problem: string } {
  const assertion = document.Assertion as Element | undefined;
  const assertionId = assertion?.$?.ID;
  if (!assertion || !assertionId) return { problem: "the assertion has no id" };
  if (textOf(only(assertion, "Issuer")) !== provider.issuer)
    return { problem: "another provider issued the assertion" };
  const subject = only(assertion, "Subject");
  // One alone, so that it is the one whose time the library has checked.
  const confirmation = only(subject, "SubjectConfirmation");
  const confirmed = only(confirmation, "SubjectConfirmationData")?.$;
  const isOurs = confirmed?.InResponseTo === requestId && confirmed.Recipient === acsUrl;
  if (confirmation?.$?.Method !== BEARER || !isOurs || !confirmed.NotOnOrAfter)
    return { problem: "the assertion does not answer this request at this address" };
  const conditions = only(assertion, "Conditions");
  if (!conditions?.$?.NotOnOrAfter || all(conditions, "AudienceRestriction").length === 0)
    return { problem: "the assertion has no end or no audience" };
  if (all(assertion, "AuthnStatement").length === 0) return { problem: "nobody signed in for the assertion" };
  const nameId = only(subject, "NameID");
  const name = textOf(nameId);
  if (name === "" || name.length > SUBJECT_MAX_LENGTH) return { problem: "the subject has no usable name" };
  // Such a name is another one next time, so nobody could be known by it.
  if (nameId?.$?.Format === TRANSIENT) return { problem: "the subject's name is a passing one" };
  const attributes = attributesOf(assertion);
  return {
    subject: name,
    email: firstOf(attributes, EMAIL_ATTRIBUTES) ?? (name.includes("@") ? name : null),
    firstName: firstOf(attributes, FIRST_NAME_ATTRIBUTES) ?? "",
    assertionId,
    expiresAtMs: Math.max(Date.parse(conditions.$.NotOnOrAfter), Date.parse(confirmed.NotOnOrAfter)),
  };
}

function all(element: Element | undefined, name: string): Element[] {
  const children = element?.[name];
  if (!Array.isArray(children)) return [];
  return children.map(
    (child) => (typeof child === "object" && child !== null ? child : { _: String(child) }) as Element,
  );
}

/** The child of this name, unless there are several. */
function only(element: Element | undefined, name: string): Element | undefined {
  const children = all(element, name);
  return children.length === 1 ? children[0] : undefined;
}

/** The text of an element without children. */
function textOf(element: Element | undefined): string {
  return typeof element?._ === "string" ? element._.trim() : "";
}

/** Values by the attribute's name in lower case; attributes with several values count by their first. */
function attributesOf(assertion: Element): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const statement of all(assertion, "AttributeStatement"))
    for (const attribute of all(statement, "Attribute")) {
      const name = attribute.$?.Name?.toLowerCase();
      const value = textOf(all(attribute, "AttributeValue")[0]);
      if (name && value !== "" && !attributes.has(name)) attributes.set(name, value);
    }
  return attributes;
}

function firstOf(attributes: Map<string, string>, names: string[]): string | undefined {
  return names.map((name) => attributes.get(name)).find((value) => value !== undefined);
}
