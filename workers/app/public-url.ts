/** The setting PUBLIC_URL: the origin by which people reach the site. */
import { z } from "zod";

/** Answers the origin as browsers write it, or says what the address has beside one: links are made by putting paths behind it. */
export const publicUrl = z
  .url({ protocol: /^https?$/, error: "must be an address like https://voice.example.com", abort: true })
  .transform((text, context): string => {
    const url = new URL(text);
    const problem = problemOf(url);
    if (problem === null) return url.origin;
    context.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  });

function problemOf({ origin, href, username, password, pathname }: URL): string | null {
  if (username !== "" || password !== "") return "must not carry a name or a password";
  if (pathname !== "/") return `must end with the host: without the path ${pathname}`;
  // As it is written: an empty query or fragment has no value, but its sign stays.
  const rest = href.slice(`${origin}/`.length);
  return rest === "" ? null : `must end with the host: without ${rest.charAt(0)} and what follows`;
}
