/** Codes of authenticator apps: RFC 6238, SHA-1, six digits, 30 seconds, as every app knows them. */

const ISSUER = "Parlando";
const PERIOD_SECONDS = 30;
/** Clocks differ and people type slowly: the code before and the one after count too. */
const WINDOW_STEPS = 1;
/** RFC 4226 asks for 160 bits. */
const SECRET_BYTES = 20;
const CODE = /^\d{6}$/;

const load = () => import("otpauth");
const codesOf = async (secret: string, label = "") => {
  const { TOTP, Secret } = await load();
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });
};

/** A new seed, base32 as people type it into their apps. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await load();
  return new Secret({ buffer: crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).buffer }).base32;
}

/** `otpauth://…`, which a QR code carries to an app. `label`: by which people tell accounts apart, their address. */
export async function totpUri(secret: string, label: string): Promise<string> {
  return (await codesOf(secret, label)).toString();
}

/** The 30-second step that a code belongs to, or null where it is wrong. Spaces between digits do not count. */
export async function totpStep(secret: string, code: string, nowMs: number): Promise<number | null> {
  const token = code.replace(/\s/g, "");
  if (!CODE.test(token)) return null;
  const delta = (await codesOf(secret)).validate({ token, timestamp: nowMs, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta;
}
