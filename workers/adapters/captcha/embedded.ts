/**
 * The captcha that needs no outside service: a proof of work (ALTCHA, PBKDF2), signed by this installation. It is good for
 * ten minutes and once. The browser works for a fraction of a second, unseen; the server derives one key.
 */
import type { Payload } from "altcha-lib/types";
import { z } from "zod";
import type { CaptchaPort } from "../../../app/domains/accounts/sign-up-extras/ports";

export interface EmbeddedCaptchaSurroundings {
  /** Signs puzzles. */
  secret(): Promise<string>;
  /** Notes a solution's use, and answers whether it was the first. */
  spend(solutionId: string): Promise<boolean>;
  nowMs(): number;
}

const ALGORITHM = "PBKDF2/SHA-256";
/** PBKDF2 iterations of one try, and between how many tries a browser needs: together some 200,000 to 600,000 iterations. */
const COST = 2_000;
const MIN_TRIES = 100;
const MAX_TRIES = 300;
export const CAPTCHA_VALID_SECONDS = 600;
const LONGEST_ANSWER = 4_000;

export function createEmbeddedCaptcha({ secret, spend, nowMs }: EmbeddedCaptchaSurroundings): CaptchaPort {
  // Loaded with the first puzzle: few requests need it.
  const altcha = async () => {
    const [library, { deriveKey }, signatureSecret] = await Promise.all([
      import("altcha-lib"),
      import("altcha-lib/algorithms/web/pbkdf2"),
      secret(),
    ]);
    const secrets = { hmacSignatureSecret: signatureSecret, hmacKeySignatureSecret: `${signatureSecret}:key` };
    return { ...library, deriveKey, secrets };
  };

  return {
    kind: "embedded",

    async challenge() {
      const { createChallenge, randomInt, deriveKey, secrets } = await altcha();
      const challenge = await createChallenge({
        algorithm: ALGORITHM,
        cost: COST,
        counter: randomInt(MAX_TRIES, MIN_TRIES),
        deriveKey,
        expiresAt: Math.floor(nowMs() / 1000) + CAPTCHA_VALID_SECONDS,
        ...secrets,
      });
      return { ...challenge };
    },

    async verify(answer) {
      const payload = readPayload(answer);
      if (!payload) return false;
      const { challenge, solution } = payload;
      if (Number(challenge.parameters.expiresAt) * 1000 <= nowMs()) return false;
      const { verifySolution, deriveKey, secrets } = await altcha();
      const outcome = await verifySolution({ challenge, solution, deriveKey, ...secrets }).catch(() => undefined);
      // The library throws for what is no puzzle of its kind at all.
      return outcome?.verified === true && (await spend(challenge.signature));
    },
  };
}

/** Base64 of JSON, as ALTCHA's own widget sends it. All that is signed has to stay, so objects are loose. */
const payloadSchema = z.object({
  challenge: z.looseObject({
    parameters: z.looseObject({ algorithm: z.literal(ALGORITHM), cost: z.literal(COST), expiresAt: z.int() }),
    signature: z.string().min(1),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

/** Null for what is no answer, or one to a puzzle that this installation does not give. */
function readPayload(answer: string): (Payload & { challenge: { signature: string } }) | null {
  if (answer.length > LONGEST_ANSWER) return null;
  try {
    return payloadSchema.parse(JSON.parse(atob(answer))) as unknown as ReturnType<typeof readPayload>;
  } catch {
    return null;
  }
}
