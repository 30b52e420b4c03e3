/** Reads the metadata of a SAML identity provider. Source: SAML 2.0 Metadata, section 2.4.3. */
import type { SamlProvider } from "../../../app/domains/accounts/single-sign-on/ports";
import { readCertificates } from "./certificates";

const MAX_CHARACTERS = 500_000;
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/**
 * The entity id, where people are sent by redirect, and the certificates that sign. Null where any of them is missing, or
 * the text describes several providers. An admin pasted it, so it is taken without a signature.
 */
export async function readSamlMetadata(xml: string): Promise<SamlProvider | null> {
  if (xml.length > MAX_CHARACTERS || /<!(?!--)/.test(xml)) return null;
  // A reader of its own, since nothing here is checked by a signature: plain tags and attributes are all it has to know.
  const text = xml.replace(/<!--[\s\S]*?-->/g, "");
  const entities = tags(text, "EntityDescriptor");
  const issuer = entities.length === 1 ? attribute(entities[0] ?? "", "entityID") : undefined;
  const [role, ...further] = [...text.matchAll(elementPattern("IDPSSODescriptor"))].map(([element]) => element);
  if (!issuer || !role || further.length > 0) return null;
  const entryPoint = tags(role, "SingleSignOnService")
    .filter((tag) => attribute(tag, "Binding") === REDIRECT)
    .map((tag) => attribute(tag, "Location"))
    .find((location) => location !== undefined);
  const certificate = readCertificates(signingCertificates(role).join("\n"));
  return entryPoint && certificate ? { issuer, entryPoint, certificate } : null;
}

function signingCertificates(role: string): string[] {
  return [...role.matchAll(elementPattern("KeyDescriptor"))]
    .filter(([element]) => (attribute(element, "use") ?? "signing") === "signing")
    .flatMap(([element]) => [...element.matchAll(elementPattern("X509Certificate"))])
    .map(([, , body = ""]) => `-----BEGIN CERTIFICATE-----${body}-----END CERTIFICATE-----`);
}

/** A whole element; its second group is what is in it. */
function elementPattern(name: string): RegExp {
  return new RegExp(`<((?:[\\w.-]+:)?${name})(?:\\s[^>]*)?>([\\s\\S]*?)</\\1\\s*>`, "g");
}

/** Opening tags of a name. */
function tags(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}\\s[^>]*>`, "g"))].map(([tag]) => tag);
}

function attribute(tag: string, name: string): string | undefined {
  const opening = tag.slice(0, tag.indexOf(">"));
  const [, quoted, value] = new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`).exec(opening) ?? [];
  return quoted === undefined ? undefined : unescapeXml(value ?? "");
}

function unescapeXml(text: string): string {
  const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name) return named[name.toLowerCase()] ?? whole;
    const code = Number.parseInt(hex ?? decimal, hex ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
