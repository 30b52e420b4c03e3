/**
 * Passwords at rest: scrypt (RFC 7914) with its parameters beside the hash, so that they can be raised later and old
 * hashes are replaced at the next sign-in.
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

interface Cost {
  /** log2 of the number of rounds. */
  logN: number;
  r: number;
  p: number;
}

const R = 8;
const P = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

export interface Passwords {
  /** `scrypt$15$8$1$<salt>$<hash>`, both base64url. The text is normalised (NFKC), so that keyboards agree. */
  hash(password: string): Promise<string>;
  /** Whether a password belongs to a stored hash, and whether that hash should be replaced by a new one. */
  verify(password: string, stored: string): Promise<{ ok: boolean; outdated: boolean }>;
  /** Takes as long as checking a password, for addresses without an account. */
  spendTime(password: string): Promise<void>;
}

/** `logN`: log2 of the rounds of new hashes; at 15 one takes 32 MiB and some 0.1 s, and one more doubles both. */
export function createPasswords(logN: number): Passwords {
  const current: Cost = { logN, r: R, p: P };

  async function spendTime(password: string): Promise<void> {
    await derive(password, Buffer.alloc(SALT_BYTES), current);
  }

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await derive(password, salt, current);
      return ["scrypt", logN, R, P, salt.toString("base64url"), hash.toString("base64url")].join("$");
    },

    async verify(password, stored) {
      const parsed = parseStored(stored);
      if (!parsed) {
        // An account without a password takes as long as any other.
        await spendTime(password);
        return { ok: false, outdated: false };
      }
      const hash = await derive(password, parsed.salt, parsed.cost);
      const ok = hash.length === parsed.hash.length && timingSafeEqual(hash, parsed.hash);
      const { cost } = parsed;
      // A cheaper hash is no quicker to refuse than no account: the costs from its own on add up to the current one. A dearer
      // one cannot be checked any quicker, so a cost that is lowered again tells them apart until they are replaced.
      for (let n = cost.logN; !ok && n < logN; n++) await derive(password, parsed.salt, { ...cost, logN: n });
      return { ok, outdated: ok && (cost.logN !== logN || cost.r !== R || cost.p !== P) };
    },

    spendTime,
  };
}

function parseStored(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } | null {
  const [, logN, r, p, salt, hash] = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? [];
  if (!salt || !hash) return null;
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    hash: Buffer.from(hash, "base64url"),
  };
}

function derive(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
