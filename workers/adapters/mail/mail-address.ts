/** Addresses as they stand in mail headers: `Parlando <hello@example.org>` or only the address. */
export interface MailAddress {
  name?: string;
  email: string;
}

/** @throws Error that names the setting, when the text is no address. */
export function parseSender(text: string): MailAddress {
  const named = /^ *(?:"([^"<>\p{Cc}]*)"|([^"<>\p{Cc}]*?)) *<([^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+)> *$/u.exec(text);
  if (named?.[3]) {
    const name = (named[1] ?? named[2] ?? "").trim();
    return name === "" ? { email: named[3] } : { name, email: named[3] };
  }
  const bare = /^ *([^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+) *$/u.exec(text);
  if (!bare?.[1]) throw new Error("MAIL_FROM must look like: Parlando <hello@example.org>");
  return { email: bare[1] };
}

/** Refuses what would end a header early and begin another. */
export function requireSingleLine(what: string, text: string): string {
  if (/\p{Cc}/u.test(text)) throw new Error(`The ${what} of a mail holds a line break or another control character.`);
  return text;
}
