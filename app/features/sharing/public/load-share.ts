import { data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { PUBLIC_CACHE_CONTROL } from "~/features/try-it/public-meta";
import { type ShownShare, shownShare } from "./shown-share";

/** What the page of a link gets: the share, or how it is that there is none. */
export type LoadedShare = { origin: string } & (
  | { share: ShownShare; missing: null }
  | { share: null; missing: "unavailable" | "unknown" }
);

/** Loader of the pages of links: nothing of the reader is looked at. 410 for what is no longer there, 404 for what never was. */
export async function loadShare({ params, context }: LoaderFunctionArgs) {
  const { origin } = context;
  const found = await context.services.sharing.findPublic(params.shareId ?? "");
  if (found.state !== "open") {
    return data<LoadedShare>(
      { origin, share: null, missing: found.state },
      {
        status: found.state === "unavailable" ? 410 : 404,
        headers: { "cache-control": "no-store", "x-robots-tag": "noindex" },
      },
    );
  }
  const share = shownShare(found.share);
  const headers: Record<string, string> = { "cache-control": PUBLIC_CACHE_CONTROL };
  if (!share.isIndexed) headers["x-robots-tag"] = "noindex";
  return data<LoadedShare>({ origin, share, missing: null }, { headers });
}

/** An embedded player is no page of its own for search engines, whatever the owner allows. */
export const embedHeaders: HeadersFunction = ({ loaderHeaders }) => {
  const headers = new Headers(loaderHeaders);
  headers.set("x-robots-tag", "noindex");
  // Pages that only take in what agrees to it may frame it as well.
  headers.set("cross-origin-resource-policy", "cross-origin");
  return headers;
};
