import { X509Certificate } from "node:crypto";

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;
const MAX_CERTIFICATES = 4;
const MAX_TEXT_LENGTH = 40_000;

/** Certificates in PEM from PEM or bare base64; null where one cannot be read, or is none. */
export function readCertificates(text: string): string | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const inPem = [...text.matchAll(PEM)].map(([, body = ""]) => body);
  const bodies = inPem.length > 0 ? inPem : [text];
  const certificates = bodies.map(pemOf);
  if (certificates.length > MAX_CERTIFICATES || certificates.some((each) => each === null)) return null;
  return [...new Set(certificates)].join("\n");
}

/** The single certificates of `readCertificates`' answer. */
export function splitCertificates(pem: string): string[] {
  return [...pem.matchAll(PEM)].map(([certificate]) => certificate);
}

function pemOf(body: string): string | null {
  const base64 = body.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]{100,}={0,2}$/.test(base64)) return null;
  const lines = base64.match(/.{1,64}/g) ?? [];
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----`;
  try {
    // Only a certificate with an RSA key can have signed with the algorithms that are taken.
    return new X509Certificate(pem).publicKey.asymmetricKeyType === "rsa" ? pem : null;
  } catch {
    return null;
  }
}
