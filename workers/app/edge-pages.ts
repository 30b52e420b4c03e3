/**
 * Pages that another isolate of the same deployment has rendered, in the data centre's cache: isolates are many and live
 * short, and the first rendering of one costs more than all later ones.
 */
import { z } from "zod";
import type { KeptPage, KeptPages, PageStore } from "./kept-pages";

/** Entries of earlier deployments are never asked for again, so it only has to be longer than an isolate lives. */
const CACHE_CONTROL = "public, max-age=86400";
/** The page's own headers travel in one: the cache would act on them. */
const PAGE_HEADERS = "x-page-headers";
const headersSchema = z.array(z.tuple([z.string(), z.string()]));

/**
 * The isolate's own pages, and behind them those in the data centre. A cache that fails has nothing.
 *
 * @param deployment unlike that of every other deployment, so that none answers with the page of another
 * @param origin where the site is asked: a cache belongs to a zone
 * @param waitUntil takes the writing, for which nobody waits
 */
export function edgePages(
  own: KeptPages,
  deployment: string,
  origin: string,
  waitUntil: (work: Promise<unknown>) => void,
): PageStore {
  const cache = (caches as unknown as { default: Cache }).default;
  const addressOf = (key: string) => `${origin}/.kept/${deployment}/${encodeURIComponent(key)}`;

  async function find(key: string): Promise<KeptPage | undefined> {
    try {
      const response = await cache.match(addressOf(key));
      if (!response) return undefined;
      const headers = headersSchema.parse(JSON.parse(response.headers.get(PAGE_HEADERS) ?? ""));
      const page = { body: await response.arrayBuffer(), headers };
      own.set(key, page);
      return page;
    } catch {
      return undefined;
    }
  }

  return {
    get: (key) => own.get(key) ?? find(key),
    set(key, page) {
      own.set(key, page);
      const headers = { "cache-control": CACHE_CONTROL, [PAGE_HEADERS]: JSON.stringify(page.headers) };
      // What could not be put is rendered again.
      waitUntil(cache.put(addressOf(key), new Response(page.body, { headers })).catch(() => undefined));
    },
  };
}
