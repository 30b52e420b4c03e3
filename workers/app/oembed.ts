/** What other sites need to embed a link. Source: oembed.com, section 2. */
import { titleOf } from "../../app/domains/sharing/rules";
import { sharePath } from "../../app/domains/sharing/wire";
import { AppError } from "../../app/lib/app-error";
import type { RequestContext } from "./context";
import { openOrRefuse, refusal } from "./open-share";

const PROVIDER = "Parlando";
const WIDTH = 600;
const HEIGHT = 220;
const CARD = { width: 1200, height: 630 };

/** @throws AppError 404 for an address that is no link of this site. */
export async function answerOembed(url: URL, context: RequestContext): Promise<Response> {
  const format = url.searchParams.get("format") || "json";
  if (format !== "json") return refusal(501, "Only format=json is offered.");
  const shareId = shareIdOf(url.searchParams.get("url") ?? "", [context.origin, url.origin]);
  if (shareId === null) throw new AppError("not_found", 404, "This is not the address of a link of this site.");
  const found = await openOrRefuse(shareId, context);
  if ("refused" in found) return found.refused;
  const { item, speakerName } = found.open;
  const most = { width: mostOf(url.searchParams.get("maxwidth")), height: mostOf(url.searchParams.get("maxheight")) };
  if (most.width < 1 || most.height < 1) return refusal(400, "The room for an embedded player is at least one pixel.");
  const width = Math.min(WIDTH, most.width);
  const height = Math.min(HEIGHT, most.height);
  // There is one size of the picture. Where it is more than was asked for, there is none, as the specification wants it.
  const hasThumbnail = CARD.width <= most.width && CARD.height <= most.height;
  const title = titleOf(item.text);
  const frame = `${context.origin}/embed/${shareId}`;
  const answer = {
    version: "1.0",
    type: "rich",
    provider_name: PROVIDER,
    provider_url: context.origin,
    title,
    author_name: speakerName,
    html: `<iframe src="${escapeHtml(frame)}" title="${escapeHtml(title)}" width="${width}" height="${height}" style="border:0" loading="lazy" allow="autoplay"></iframe>`,
    width,
    height,
    ...(hasThumbnail && {
      thumbnail_url: `${context.origin}${sharePath(shareId)}/card.png`,
      thumbnail_width: CARD.width,
      thumbnail_height: CARD.height,
    }),
  };
  // Other sites' pages may ask themselves; there is nothing in it but what the page shows.
  return Response.json(answer, {
    headers: { "cache-control": "public, no-cache", "access-control-allow-origin": "*" },
  });
}

/** The id in the address of a page of a link, or null. */
function shareIdOf(address: string, origins: string[]): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  if (!origins.includes(origin)) return null;
  return /^\/(?:app\/share|s|embed)\/([a-z0-9_]{1,64})\/?$/.exec(pathname)?.[1] ?? null;
}

/** The whole pixels that the asker has room for: any number of them where it does not say. */
function mostOf(asked: string | null): number {
  return asked !== null && /^\d+(\.\d*)?$/.test(asked) ? Math.floor(Number(asked)) : Number.POSITIVE_INFINITY;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
