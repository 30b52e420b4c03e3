/** What can be said about a text that may be an address. Source: spec 001, section 5. */

/** Whether a text is a whole address on the web, with its scheme and a host. */
export function isUrl(text: string): boolean {
  const url = parse(text);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.hostname !== "";
}

/** Whether a text is an address that is fetched over TLS. */
export function usesHttps(text: string): boolean {
  return isUrl(text) && parse(text)?.protocol === "https:";
}

function parse(text: string): URL | null {
  // The parser drops spaces and line breaks; a text with them is not what it seems.
  if (/\s/.test(text)) return null;
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
