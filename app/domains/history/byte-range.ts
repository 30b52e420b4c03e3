/** Range requests over a stored sound. Source: RFC 9110, sections 13 and 14. */

export type RangeAnswer =
  | { kind: "whole" }
  | { kind: "part"; offset: number; length: number }
  | { kind: "unsatisfiable" };

export interface RangeHeaders {
  range: string | null;
  ifRange: string | null;
  /** Of the stored sound, with its quotes. */
  etag: string;
}

/**
 * What to send of a sound of `size` bytes. A range that is malformed, in another unit or in several parts is
 * ignored, as the RFC allows; one past the end is unsatisfiable (416).
 */
export function answerRange({ range, ifRange, etag }: RangeHeaders, size: number): RangeAnswer {
  if (range === null || (ifRange !== null && ifRange.trim() !== etag)) return { kind: "whole" };
  const match = /^bytes=(\d*)-(\d*)$/i.exec(range.trim());
  if (!match || (match[1] === "" && match[2] === "")) return { kind: "whole" };
  if (match[1] === "") {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? { kind: "unsatisfiable" } : { kind: "part", offset: size - length, length };
  }
  const first = Number(match[1]);
  const last = match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== "" && Number(match[2]) < first) return { kind: "whole" };
  if (first >= size) return { kind: "unsatisfiable" };
  return { kind: "part", offset: first, length: last - first + 1 };
}

/** Whether a cached copy is still good (304). */
export function isUnchanged(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
