/**
 * Pages of public links: rendered once an isolate for each version of a link, and kept as bytes like the pages that are
 * the same for everybody. What is kept is asked about in the database for each visit, with one select, so that a link that
 * was taken back or whose item is gone ends at once. See docs/decisions/009-pages-of-links.md.
 */
import type { RequestContext } from "./context";
import { KeptPages } from "./kept-pages";
import { answerShared } from "./shared-pages";

/**
 * `/s/…` is short for `/app/share/…`: the same page, which names the long form as its own address. So does one with a slash
 * at its end, which some programs add.
 */
const PATH = /^\/(app\/share|s|embed)\/([^/]{1,64})\/?$/;

/** Apart from the other pages: links are many, and must not push those out. */
const keptShares = new KeptPages();

/** Null for every other path. Nothing of the reader's request reaches the page, nor any parameter: its script reads `t`. */
export async function answerSharePage(
  request: Request,
  url: URL,
  context: RequestContext,
  renderPage: (request: Request, context: RequestContext) => Promise<Response>,
): Promise<Response | null> {
  const [, kind, shareId] = PATH.exec(url.pathname) ?? [];
  if (!kind || !shareId || !["GET", "HEAD"].includes(request.method)) return null;
  const path = `/${kind === "embed" ? "embed" : "app/share"}/${shareId}`;
  const render = () => renderPage(new Request(new URL(path, url)), context);
  const version = await context.services.sharing.findVersion(shareId);
  if (version === null) return render();
  return answerShared(request, JSON.stringify([context.site, context.origin, path, version]), render, keptShares);
}
