/** Addresses of a public link: as it is shown, copied and handed to other sites. Pure. */

/** Source: spec 000, section 9. */
const SHOWN_CHARACTERS = 38;
export const SHARE_TEXT = "Listen to this text to speech that I made with Parlando";
export const SHARE_TITLE = "Share Text to Speech";

/** The whole address of a link that the API may have given relative to the page, from a second on where one is given. */
export function wholeLink(shareLink: string, pageUrl: string, startSeconds?: number): string {
  const url = new URL(shareLink, pageUrl);
  if (startSeconds !== undefined && startSeconds >= 1) url.searchParams.set("t", String(Math.floor(startSeconds)));
  return url.href;
}

/** The first 38 characters and an ellipsis; a shorter link as it is. */
export function shownLink(link: string): string {
  return link.length <= SHOWN_CHARACTERS ? link : `${link.slice(0, SHOWN_CHARACTERS)}…`;
}

export interface SocialTarget {
  id: "facebook" | "x" | "whatsapp";
  label: string;
  address: string;
}

/** Pages of other sites that take a link to be posted. */
export function socialTargets(link: string): SocialTarget[] {
  const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  return [
    {
      id: "facebook",
      label: "Facebook",
      address: `https://www.facebook.com/sharer/sharer.php?${query({ u: link })}`,
    },
    { id: "x", label: "X", address: `https://x.com/intent/post?${query({ text: SHARE_TEXT, url: link })}` },
    { id: "whatsapp", label: "WhatsApp", address: `https://wa.me/?${query({ text: `${SHARE_TEXT} ${link}` })}` },
  ];
}
