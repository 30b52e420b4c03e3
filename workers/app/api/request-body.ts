/** Reads what a client sent: bounded in size, strict about encoding, with readable refusals. */
import { AppError, ValidationError } from "../../../app/lib/app-error";
import { readBoundedBody, readBoundedForm } from "../../../app/lib/bounded-body";
import { hasLoneSurrogate } from "../../../app/lib/lone-surrogates";

/** @throws AppError request_too_large (413), as soon as the declared or the received length passes the limit. */
async function readBodyBytes(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBoundedBody(request, limitBytes);
  if (bytes === null) throw tooLarge(limitBytes);
  return bytes;
}

/**
 * A JSON body, whatever content type it was labelled with; undefined when there is none.
 * @throws AppError invalid_request (400) for broken UTF-8; ValidationError (422, type `json_invalid`) for malformed JSON.
 */
export async function readJsonBody(request: Request, limitBytes: number): Promise<unknown> {
  const bytes = await readBodyBytes(request, limitBytes);
  if (bytes.byteLength === 0) return undefined;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("invalid_request", 400, "The request body is not valid UTF-8 text.", { cause });
  }
  try {
    // Decoded text is whole; only an escape can hold half of a character.
    return /\\ud[89a-f]/i.test(text) ? JSON.parse(text, refuseBrokenText) : JSON.parse(text);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new ValidationError([
      { loc: ["body"], msg: `The request body is not valid JSON: ${reasonOf(cause)}`, type: "json_invalid" },
    ]);
  }
}

/**
 * The fields of a multipart or form-encoded body; a name sent several times has an array of its values.
 * @throws AppError invalid_request (400) when it is not a form, request_too_large (413).
 */
export async function readFormBody(request: Request, limitBytes: number): Promise<Record<string, unknown>> {
  let form: FormData | null;
  try {
    form = await readBoundedForm(request, limitBytes);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("invalid_request", 400, "The request body is not a form (multipart/form-data).", { cause });
  }
  if (form === null) throw tooLarge(limitBytes);
  const fields: Record<string, unknown> = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    fields[name] = values.length === 1 ? values[0] : values;
  }
  return fields;
}

function tooLarge(limitBytes: number): AppError {
  return new AppError(
    "request_too_large",
    413,
    `The request body is larger than the ${limitBytes} bytes allowed here.`,
  );
}

/** `\ud83d` alone is legal in JSON but no text: nothing could store or speak it. */
function refuseBrokenText(_key: string, value: unknown): unknown {
  if (typeof value === "string" && hasLoneSurrogate(value)) {
    throw new AppError(
      "invalid_request",
      400,
      "The request body holds text with half of a character (a lone surrogate).",
    );
  }
  return value;
}

/** The parser's complaint without the excerpt of the body that engines add. */
function reasonOf(cause: unknown): string {
  const position = /position (\d+)/.exec(String(cause))?.[1];
  return position === undefined
    ? "it ends too early or has a stray character."
    : `unexpected content at position ${position}.`;
}
