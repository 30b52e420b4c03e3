import type { MetaDescriptor } from "@remix-run/cloudflare";

/** Title, description and the tags that other sites show when a page is linked. */
export function publicMeta(page: { title: string; description: string; url: string }): MetaDescriptor[] {
  return [
    { title: page.title },
    { name: "description", content: page.description },
    { property: "og:title", content: page.title },
    { property: "og:description", content: page.description },
    { property: "og:type", content: "website" },
    { property: "og:url", content: page.url },
    { property: "og:site_name", content: "Parlando" },
    { name: "twitter:card", content: "summary" },
    { tagName: "link", rel: "canonical", href: page.url },
  ];
}

/**
 * Public pages look up no session and are the same for everyone, so caches may keep them. They ask each time whether the
 * page still holds (a 304 by its tag): an older one names files that went with the build before.
 */
export const PUBLIC_CACHE_CONTROL = "public, max-age=0, must-revalidate";
