/** zod's findings in the vocabulary that clients of this API know: `loc`, `msg`, `type`. */
import type { z } from "zod";
import type { ValidationIssue } from "../../../app/lib/app-error";

export type InputPart = "path" | "query" | "body";

const TYPE_NAMES: Record<string, { type: string; msg: string }> = {
  string: { type: "string_type", msg: "Input should be a valid string" },
  number: { type: "float_type", msg: "Input should be a valid number" },
  int: { type: "int_type", msg: "Input should be a valid integer" },
  boolean: { type: "bool_type", msg: "Input should be a valid boolean" },
  array: { type: "list_type", msg: "Input should be a valid list" },
  object: { type: "dict_type", msg: "Input should be a valid object" },
  record: { type: "dict_type", msg: "Input should be a valid object" },
};

/** The entries of a 422 answer for the issues zod found in `input`. */
export function validationIssues(part: InputPart, issues: z.core.$ZodIssue[], input: unknown): ValidationIssue[] {
  return issues
    .filter((issue) => !isMeaningless(issue, issues))
    .flatMap((issue) => validationIssue(part, issue, input));
}

/** zod measures whatever has a length: a text in the place of a list is also "too short". Its type says it all. */
function isMeaningless({ code, path }: z.core.$ZodIssue, issues: z.core.$ZodIssue[]): boolean {
  if (code !== "too_small" && code !== "too_big") return false;
  const place = path.join("\0");
  return issues.some((other) => other.code === "invalid_type" && other.path.join("\0") === place);
}

function validationIssue(part: InputPart, issue: z.core.$ZodIssue, input: unknown): ValidationIssue[] {
  const path = issue.path.filter((step) => typeof step !== "symbol");
  const loc = [part, ...path];
  if (valueAt(input, path) === undefined && (issue.code === "invalid_type" || issue.code === "invalid_value")) {
    return [{ loc, msg: "Field required", type: "missing" }];
  }
  switch (issue.code) {
    case "invalid_type": {
      const known = TYPE_NAMES[issue.expected] ?? { type: "value_error", msg: issue.message };
      return [{ loc, ...known }];
    }
    case "too_small":
    case "too_big":
      return [{ loc, ...outOfBounds(issue) }];
    case "invalid_value": {
      const allowed = issue.values.map((value) => `'${String(value)}'`);
      const list = allowed.length > 1 ? `${allowed.slice(0, -1).join(", ")} or ${allowed.at(-1)}` : allowed[0];
      return [{ loc, msg: `Input should be ${list}`, type: allowed.length > 1 ? "enum" : "literal_error" }];
    }
    case "invalid_format":
      return [{ loc, msg: issue.message, type: "string_pattern_mismatch" }];
    case "invalid_union": {
      // The branch that came closest says most: the one with the deepest path.
      const best = [...issue.errors].sort((a, b) => depthOf(b) - depthOf(a))[0] ?? [];
      const nested = best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
      return nested.length > 0
        ? validationIssues(part, nested, input)
        : [{ loc, msg: issue.message, type: "value_error" }];
    }
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        loc: [...loc, key],
        msg: "Extra inputs are not permitted",
        type: "extra_forbidden",
      }));
    case "custom": {
      const type = typeof issue.params?.type === "string" ? issue.params.type : "value_error";
      return [{ loc, msg: issue.message, type }];
    }
    default:
      return [{ loc, msg: issue.message, type: "value_error" }];
  }
}

function outOfBounds(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): { msg: string; type: string } {
  const small = issue.code === "too_small";
  const bound = String(small ? issue.minimum : issue.maximum);
  switch (issue.origin) {
    case "string":
      return small
        ? { msg: `String should have at least ${bound} characters`, type: "string_too_short" }
        : { msg: `String should have at most ${bound} characters`, type: "string_too_long" };
    case "array":
    case "set":
      return small
        ? { msg: `List should have at least ${bound} items`, type: "too_short" }
        : { msg: `List should have at most ${bound} items`, type: "too_long" };
    default:
      if (small) {
        return issue.inclusive
          ? { msg: `Input should be greater than or equal to ${bound}`, type: "greater_than_equal" }
          : { msg: `Input should be greater than ${bound}`, type: "greater_than" };
      }
      return issue.inclusive
        ? { msg: `Input should be less than or equal to ${bound}`, type: "less_than_equal" }
        : { msg: `Input should be less than ${bound}`, type: "less_than" };
  }
}

function depthOf(issues: z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}

function valueAt(input: unknown, path: (string | number)[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}
