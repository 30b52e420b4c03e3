/** What sign-ups need from outside. Adapters are put in place by `workers/app/services.ts`. */

/** A puzzle that a browser solves by computing, in the form that ALTCHA gives it. */
export type CaptchaChallenge = Record<string, unknown>;

/** Tells people from robots, or at least makes robots pay. */
export interface CaptchaPort {
  /** `embedded` needs no outside service; for `turnstile` the page shows that service's widget. */
  kind: "embedded" | "turnstile";
  /** A new puzzle. Null for a service whose widget gets its own. */
  challenge(): Promise<CaptchaChallenge | null>;
  /**
   * Whether a browser's answer is right and was not used before.
   * @throws AppError engine_not_configured (503) where the service cannot be asked.
   */
  verify(answer: string, client: { address: string }): Promise<boolean>;
}
