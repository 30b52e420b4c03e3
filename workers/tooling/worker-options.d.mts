/** The text of a `_headers` file without the header that tells browsers to use nothing but TLS from then on. */
export function withoutStrictTransport(headers: string): string;

/** What the site knows a process by. */
export function bindingOf(name: string): string;
