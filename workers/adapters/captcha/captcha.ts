/** Chooses who tells people from robots: Turnstile where it is configured, otherwise this installation itself. */
import type { CaptchaPort } from "../../../app/domains/accounts/sign-up-extras/ports";
import type { Variables } from "../../app/env";
import { createEmbeddedCaptcha, type EmbeddedCaptchaSurroundings } from "./embedded";
import { createTurnstile } from "./turnstile";

export function createCaptcha(
  variables: Pick<Variables, "TURNSTILE_SECRET_KEY" | "TURNSTILE_VERIFY_URL">,
  surroundings: EmbeddedCaptchaSurroundings,
): CaptchaPort {
  const { TURNSTILE_SECRET_KEY: secretKey, TURNSTILE_VERIFY_URL: verifyUrl } = variables;
  return secretKey ? createTurnstile({ secretKey, verifyUrl }) : createEmbeddedCaptcha(surroundings);
}
