/**
 * The one error the product throws on purpose. `code` goes on the wire as `detail.status`, `userMessage` as
 * `detail.message`; nothing else leaves the server. Codes that clients know are the contract's.
 */
export type AppErrorCode =
  | "invalid_api_key"
  | "needs_authorization"
  | "quota_exceeded"
  | "voice_not_found"
  | "model_not_found"
  | "model_can_not_do_text_to_speech"
  | "history_item_not_found"
  /** A link that was named, and is not its item's link (any more). */
  | "share_link_not_found"
  | "not_found"
  | "method_not_allowed"
  | "max_character_limit_exceeded"
  | "text_empty"
  | "invalid_text"
  | "invalid_request"
  | "invalid_output_format"
  | "output_format_not_allowed"
  | "unsupported_language"
  | "too_many_concurrent_requests"
  | "rate_limited"
  | "request_too_large"
  | "unsupported_encoding"
  | "system_busy"
  | "engine_not_configured"
  | "generation_failed"
  | "insufficient_permissions"
  /** An API key without the scope that an operation needs. */
  | "missing_permissions"
  | "forbidden"
  | "conflict"
  | "invalid_action_code"
  /** The person has to confirm who they are before an action like this one. */
  | "sensitive_action"
  | "internal_error";

/** Pages and worker are bundles of their own, each with its copy of a class; the brand is the same in both. */
const APP_ERROR = Symbol.for("parlando.AppError");
const VALIDATION_ERROR = Symbol.for("parlando.ValidationError");
const isBranded = (value: unknown, brand: symbol) => typeof value === "object" && value !== null && brand in value;

export class AppError extends Error {
  readonly [APP_ERROR] = true;

  static [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(value, APP_ERROR);
  }

  constructor(
    readonly code: AppErrorCode,
    readonly status: number,
    readonly userMessage: string,
    readonly options: {
      /** Seconds, sent as `Retry-After`. */
      retryAfterSeconds?: number;
      /** The field the refusal is about. */
      param?: string;
      /** For the log only. */
      cause?: unknown;
      /** Extra response headers. */
      headers?: Record<string, string>;
    } = {},
  ) {
    super(`${code}: ${userMessage}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
  }
}

/** One entry of a 422 answer. */
export interface ValidationIssue {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** Input that does not fit its schema: 422 with one entry per problem. */
export class ValidationError extends Error {
  readonly [VALIDATION_ERROR] = true;

  static [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(value, VALIDATION_ERROR);
  }

  constructor(readonly issues: ValidationIssue[]) {
    super(issues.map((issue) => `${issue.loc.join(".")}: ${issue.msg}`).join("; "));
    this.name = "ValidationError";
  }
}
