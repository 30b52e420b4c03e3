/** Cloudflare Turnstile. Source: developers.cloudflare.com/turnstile/get-started/server-side-validation. */
import { z } from "zod";
import type { CaptchaPort } from "../../../app/domains/accounts/sign-up-extras/ports";
import { AppError } from "../../../app/lib/app-error";

export const TURNSTILE_VERIFY_URL = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const TIMEOUT_MS = 5_000;
const LONGEST_TOKEN = 2_048;

const answerSchema = z.object({ success: z.boolean(), "error-codes": z.array(z.string()).default([]) });
/** These are about us and not about the visitor. */
const OUR_FAULTS = ["missing-input-secret", "invalid-input-secret", "internal-error", "bad-request"];

export function createTurnstile({
  secretKey,
  verifyUrl = TURNSTILE_VERIFY_URL,
  send = fetch,
}: {
  secretKey: string;
  verifyUrl?: string | undefined;
  send?: typeof fetch;
}): CaptchaPort {
  return {
    kind: "turnstile",
    challenge: async () => null,
    async verify(token, { address }) {
      if (token === "" || token.length > LONGEST_TOKEN) return false;
      const body = new URLSearchParams({ secret: secretKey, response: token, remoteip: address });
      const answer = await ask(verifyUrl, body, send);
      const fault = answer["error-codes"].find((code) => OUR_FAULTS.includes(code));
      if (fault) throw notAnswering(fault);
      // Each token is good for one check there: a second one is answered `timeout-or-duplicate`.
      return answer.success;
    },
  };
}

async function ask(url: string, body: URLSearchParams, send: typeof fetch) {
  try {
    const response = await send(url, { method: "POST", body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answerSchema.parse(await response.json());
  } catch (error) {
    throw notAnswering(error instanceof Error ? error.name : "unknown");
  }
}

function notAnswering(cause: string): AppError {
  console.error(JSON.stringify({ level: "error", event: "turnstile_failed", cause }));
  const refusal = "The check against robots cannot be made right now (TURNSTILE_SECRET_KEY). Please try again later.";
  return new AppError("engine_not_configured", 503, refusal);
}
