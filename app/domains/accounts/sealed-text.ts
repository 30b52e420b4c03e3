/**
 * Secrets that have to be read again (an authenticator's seed, a provider's client secret) are sealed with the
 * installation's key: AES-256-GCM, so that a leaked table opens nothing and a changed one is noticed.
 */
const NONCE_BYTES = 12;
const utf8 = new TextEncoder();

/**
 * Seals a text. `context` names what it belongs to, like `totp:user_1`: sealed text moved to another row does not open.
 * `sealingSecret`: 64 hexadecimal digits, see `deriveSecret`. Answers base64.
 */
export async function sealText(text: string, context: string, sealingSecret: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv: nonce, additionalData: utf8.encode(context) },
    await keyOf(sealingSecret, "encrypt"),
    utf8.encode(text),
  );
  return btoa(String.fromCharCode(...nonce, ...new Uint8Array(sealed)));
}

/** The text again, or null where it was sealed for something else, with another key, or was changed. */
export async function openSealedText(sealed: string, context: string, sealingSecret: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
    const opened = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: bytes.subarray(0, NONCE_BYTES), additionalData: utf8.encode(context) },
      await keyOf(sealingSecret, "decrypt"),
      bytes.subarray(NONCE_BYTES),
    );
    return new TextDecoder().decode(opened);
  } catch {
    return null;
  }
}

async function keyOf(sealingSecret: string, use: "encrypt" | "decrypt"): Promise<CryptoKey> {
  const bytes = Uint8Array.from(sealingSecret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [use]);
}
