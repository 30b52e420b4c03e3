/** What the engines report, as refusals that callers understand. */
import type { ErrorFrame } from "../../../workers/speech/protocol";
import { AppError } from "../../lib/app-error";
import { speechMessages } from "./messages";

/**
 * Statuses from 500 on are retried by clients; so only what may pass by itself has one, but for a missing setting.
 * @param textField that an error in a text is about, as the caller knows it
 */
export function engineError({ code, message }: ErrorFrame, textField: string): AppError {
  switch (code) {
    case "nothing_speakable":
      return new AppError("text_empty", 400, speechMessages.empty, { param: textField });
    case "invalid_markup":
      return new AppError("invalid_text", 400, message, { param: textField });
    case "unsupported_language":
      return new AppError("unsupported_language", 400, message, { param: "language_code" });
    case "engine_not_configured":
      return new AppError("engine_not_configured", 501, message);
    case "engine_timeout":
      return new AppError("generation_failed", 504, speechMessages.timedOut, { cause: message });
    case "engine_failed":
    case "cancelled":
      return new AppError("generation_failed", 500, speechMessages.failed, { cause: message });
  }
}

/** Anything that was thrown while frames were read: a process that died, a broken stream. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError("generation_failed", 500, speechMessages.failed, { cause: error });
}
