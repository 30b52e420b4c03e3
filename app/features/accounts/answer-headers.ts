import type { HeadersFunction } from "@remix-run/cloudflare";

/** For pages with forms: what the action says (`Retry-After`) arrives, and no cache keeps a page with a form's token. */
export const answerHeaders: HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers(actionHeaders);
  headers.set("Cache-Control", "no-store");
  return headers;
};
