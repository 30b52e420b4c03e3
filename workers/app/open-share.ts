/** An open public link, or the refusal, which tells strangers no more than whether there ever was one. */
import type { OpenShare } from "../../app/domains/sharing/public-shares";
import type { RequestContext } from "./context";

const NOT_FOUND = "There is no such link.";
export const NO_LONGER_AVAILABLE = "This is no longer available.";

/** An open link, or the answer that there is none. */
export async function openOrRefuse(
  shareId: string,
  { services }: RequestContext,
): Promise<{ open: OpenShare } | { refused: Response }> {
  const found = await services.sharing.findItem(shareId);
  if (found.state === "open") return found;
  const refused = found.state === "unknown" ? refusal(404, NOT_FOUND) : refusal(410, NO_LONGER_AVAILABLE);
  return { refused };
}

export function refusal(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}
