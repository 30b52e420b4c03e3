/**
 * What is answered of public links beside their pages: sound, download, picture, plays, oEmbed. Nobody is looked up for
 * it, and nothing tells why a link leads nowhere: 404 where there never was one, 410 for all the others.
 */

import { isUnchanged } from "../../app/domains/history/byte-range";
import { publicFileNameOf } from "../../app/domains/history/downloads";
import { attachmentHeader } from "../../app/domains/history/file-names";
import { etagOf } from "../../app/domains/history/service";
import { SHARE_THEMES, type ShareTheme } from "../../app/domains/sharing/schema";
import { AppError } from "../../app/lib/app-error";
import { comesFromAnotherOrigin } from "../../app/lib/same-origin";
import { errorResponse } from "./api/errors";
import { takeRateLimit } from "./api/rate-limits";
import { clientAddress } from "./client-address";
import type { RequestContext } from "./context";
import { answerOembed } from "./oembed";
import { NO_LONGER_AVAILABLE, openOrRefuse, refusal } from "./open-share";
import { rangeAnswer, wantedOf } from "./range-answer";

/** Kept by browsers and shared caches, but asked about each time: a link that ends, ends at once. */
const REVALIDATED = "public, no-cache";

const PATH = /^\/app\/share\/([^/]{1,64})\/(audio|download|card\.png|play)$/;

/** Null for every other path. */
export async function answerPublicShare(request: Request, url: URL, context: RequestContext): Promise<Response | null> {
  const [, shareId, what] = PATH.exec(url.pathname) ?? [];
  const isOembed = url.pathname === "/oembed";
  if (!shareId && !isOembed) return null;
  const method = what === "play" ? "POST" : "GET";
  if (request.method !== method && !(method === "GET" && request.method === "HEAD")) {
    return refusal(405, `This address takes ${method} only.`, { allow: method === "GET" ? "GET, HEAD" : "POST" });
  }
  try {
    if (!shareId) return await answerOembed(url, context);
    switch (what) {
      case "audio":
      case "download":
        return await answerSound(request, shareId, what === "download", context);
      case "card.png":
        return await answerCard(request, shareId, url, context);
      default:
        return await answerPlay(request, shareId, context);
    }
  } catch (error) {
    return errorResponse(error, context.requestId);
  }
}

async function answerSound(
  request: Request,
  shareId: string,
  isDownload: boolean,
  context: RequestContext,
): Promise<Response> {
  if (isDownload) {
    const found = await openOrRefuse(shareId, context);
    if ("refused" in found) return found.refused;
    if (!found.open.allowsDownload) return refusal(403, "This cannot be downloaded.");
  }
  const answer = await context.services.sharing.openAudio(shareId, wantedOf(request));
  if (!answer) {
    const found = await openOrRefuse(shareId, context);
    return "refused" in found ? found.refused : refusal(410, NO_LONGER_AVAILABLE);
  }
  const { item } = answer;
  const headers = new Headers({
    etag: etagOf(item.audio),
    "cache-control": REVALIDATED,
    "x-robots-tag": "noindex",
    "content-disposition": isDownload ? attachmentHeader(publicFileNameOf(item)) : "inline",
  });
  return rangeAnswer(answer, item.audio.contentType, headers);
}

async function answerCard(request: Request, shareId: string, url: URL, context: RequestContext): Promise<Response> {
  const found = await openOrRefuse(shareId, context);
  if ("refused" in found) return found.refused;
  const asked = url.searchParams.get("theme") || "colour";
  if (!isTheme(asked)) return refusal(400, `The theme is one of ${SHARE_THEMES.join(", ")}.`);
  const { etag, body } = await context.services.sharing.openCard(
    found.open.item,
    asked,
    async () => void (await takeRateLimit(context.env, "share_card", clientAddress(request))),
  );
  const headers = new Headers({ etag, "cache-control": REVALIDATED, "x-robots-tag": "noindex" });
  if (isUnchanged(request.headers.get("if-none-match"), etag)) {
    if (body instanceof ReadableStream) await body.cancel();
    return new Response(null, { status: 304, headers });
  }
  headers.set("content-type", "image/png");
  return new Response(body as BodyInit, { headers });
}

const isTheme = (text: string): text is ShareTheme => (SHARE_THEMES as readonly string[]).includes(text);

/** Always the same answer: who counts as a person, and what was counted before, is not for the one who asks. */
async function answerPlay(request: Request, shareId: string, context: RequestContext): Promise<Response> {
  if (comesFromAnotherOrigin(request, context.origin)) {
    throw new AppError("forbidden", 403, "This request came from another site, so it was refused.");
  }
  const address = clientAddress(request);
  await takeRateLimit(context.env, "share_play", address);
  await context.services.sharing.countPlay(shareId, { address, userAgent: request.headers.get("user-agent") ?? "" });
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
}
