/** What second factors need from outside. Adapters are put in place by `workers/app/services.ts`. */
export interface SmsPort {
  /** @throws AppError engine_not_configured (503), naming the setting, where no text message can be sent at all. */
  requireConfigured(): void;
  /**
   * Sends a text message to a telephone (E.164).
   * @throws AppError as `requireConfigured`; system_busy (503) where the service did not take it.
   */
  send(message: { to: string; text: string }): Promise<void>;
}
