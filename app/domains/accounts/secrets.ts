/**
 * Random secrets, their hashes and keys derived from the installation's own secret. Only hashes are ever stored, so a
 * leaked table opens nothing. WebCrypto only: the same code runs in workerd and Node.
 */
const utf8 = new TextEncoder();

/** `bytes` random bytes in lower-case hexadecimal. */
export function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** SHA-256 of a text, in lower-case hexadecimal. Fit for secrets of 128 random bits or more, not for passwords. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(text))));
}

/** HMAC-SHA-256 in lower-case hexadecimal. */
export async function hmacHex(secret: string, text: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(text))));
}

/** A secret for one purpose, so that what signs cookies cannot be used to sign identity tokens. */
export function deriveSecret(
  instanceSecret: string,
  purpose: "cookie" | "csrf" | "identity-token" | "visitors" | "sealing" | "captcha",
): Promise<string> {
  return hmacHex(instanceSecret, `parlando:${purpose}:v1`);
}

/** Compares without telling by its duration where two texts differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = utf8.encode(a);
  const right = utf8.encode(b);
  let difference = left.length ^ right.length;
  for (let i = 0; i < left.length; i++) difference |= (left[i] ?? 0) ^ (right[i] ?? 0);
  return difference === 0;
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
