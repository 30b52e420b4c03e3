import type { MetaDescriptor } from "@remix-run/cloudflare";
import { asSentence, cutAtWord } from "~/lib/cut-at-word";
import { formatLength } from "~/lib/format-clock";
import { pageTitle } from "~/lib/page-title";
import { plainLine } from "~/lib/plain-line";
import type { ShownShare } from "./shown-share";

const EXCERPT_CHARACTERS = 160;
const CARD_SIZE = { width: 1200, height: 630 };
const EMBED_SIZE = { width: 600, height: 220 };

/** Addresses of a link, on the site's public origin. */
function shareAddresses(origin: string, shareId: string) {
  const page = `${origin}/app/share/${shareId}`;
  return {
    page,
    audio: `${page}/audio`,
    card: `${page}/card.png`,
    embed: `${origin}/embed/${shareId}`,
    oembed: `${origin}/oembed?${new URLSearchParams({ url: page, format: "json" })}`,
  };
}

/** What search engines, messengers and other sites are told of a shared text. */
export function shareMeta(share: ShownShare, origin: string): MetaDescriptor[] {
  const address = shareAddresses(origin, share.shareId);
  const description = descriptionOf(share);
  const alt = `${asSentence(share.title)} Spoken by ${share.voiceName}, shared by ${share.speakerName}.`;
  return [
    { title: pageTitle(share.title, share.speakerName) },
    { name: "description", content: description },
    ...(share.isIndexed ? [] : [{ name: "robots", content: "noindex" }]),
    { tagName: "link", rel: "canonical", href: address.page },
    { tagName: "link", rel: "alternate", type: "application/json+oembed", href: address.oembed, title: share.title },
    { property: "og:site_name", content: "Parlando" },
    { property: "og:type", content: "website" },
    { property: "og:url", content: address.page },
    { property: "og:title", content: share.title },
    { property: "og:description", content: description },
    { property: "og:image", content: address.card },
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: String(CARD_SIZE.width) },
    { property: "og:image:height", content: String(CARD_SIZE.height) },
    { property: "og:image:alt", content: alt },
    { property: "og:audio", content: address.audio },
    { property: "og:audio:type", content: share.contentType },
    { name: "twitter:card", content: "player" },
    { name: "twitter:title", content: share.title },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: address.card },
    { name: "twitter:image:alt", content: alt },
    { name: "twitter:player", content: address.embed },
    { name: "twitter:player:width", content: String(EMBED_SIZE.width) },
    { name: "twitter:player:height", content: String(EMBED_SIZE.height) },
  ];
}

/** The embedded player is found by its page, so search engines are told to leave it. */
export function embedMeta(share: ShownShare, origin: string): MetaDescriptor[] {
  return [
    { title: pageTitle(share.title, share.speakerName) },
    { name: "robots", content: "noindex" },
    { tagName: "link", rel: "canonical", href: shareAddresses(origin, share.shareId).page },
  ];
}

/** Who, how long, and how it goes on where the title does not hold all of it. */
function descriptionOf(share: ShownShare): string {
  const facts = `${share.speakerName} · spoken by ${share.voiceName} · ${formatLength(share.durationSeconds)}`;
  const line = plainLine(share.lines.map(({ text }) => text).join(" "));
  if (line === share.title) return facts;
  return `${facts} · ${cutAtWord(line, EXCERPT_CHARACTERS)}`;
}
