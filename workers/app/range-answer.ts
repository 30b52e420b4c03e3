/** A stored file as an answer: whole, in part, unchanged or past its end. Source: RFC 9110, section 14. */

export type RangedFile =
  | { kind: "whole" | "part"; body: ReadableStream | null; offset: number; length: number; size: number }
  | { kind: "unchanged" }
  | { kind: "unsatisfiable"; size: number };

/** What a request says about the part it wants. */
export function wantedOf(request: Request) {
  return {
    range: request.headers.get("range"),
    ifRange: request.headers.get("if-range"),
    ifNoneMatch: request.headers.get("if-none-match"),
    withBody: request.method !== "HEAD",
  };
}

/** @param headers of every kind of answer, with the `etag` */
export function rangeAnswer(file: RangedFile, contentType: string, headers: Headers): Response {
  headers.set("accept-ranges", "bytes");
  if (file.kind === "unchanged") return new Response(null, { status: 304, headers });
  if (file.kind === "unsatisfiable") {
    headers.set("content-range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set("content-type", contentType);
  headers.set("content-length", String(file.length));
  if (file.kind === "whole") return new Response(file.body, { headers });
  headers.set("content-range", `bytes ${file.offset}-${file.offset + file.length - 1}/${file.size}`);
  return new Response(file.body, { status: 206, headers });
}
