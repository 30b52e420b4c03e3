import type { SpeechErrorCode } from "../protocol";

/** A text that cannot be spoken as asked. `code` is the code of the error frame the caller sees. */
export class SpeechTextError extends Error {
  constructor(
    readonly code: Extract<SpeechErrorCode, "invalid_markup" | "unsupported_language">,
    message: string,
  ) {
    super(message);
    this.name = "SpeechTextError";
  }
}
