/** Country and state of a client, as far as privacy rules care: from the edge's own data, never asked of the browser. */
import type { Variables } from "./env";

/** A country, or a country and a state in it (ISO 3166-1 and 3166-2). */
const PLACE = /^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/;

/**
 * Like `US-IL`, or `DE` where no state is known; empty where nothing is. The edge's data comes first, then the headers in
 * which a proxy in front of a machine of one's own may name the place (`cf-ipcountry`, `cf-region-code`), then, outside
 * production, the setting DEV_REGION.
 */
export function clientPlace(
  request: Request,
  { APP_ENV, DEV_REGION }: Pick<Variables, "APP_ENV" | "DEV_REGION">,
): string {
  const { country, regionCode } = (request.cf ?? {}) as { country?: string; regionCode?: string };
  if (country) return place(country, regionCode);
  const { headers } = request;
  const named = headers.get("cf-ipcountry");
  if (named) return place(named, headers.get("cf-region-code") ?? undefined);
  return APP_ENV === "production" ? "" : (DEV_REGION ?? "");
}

function place(country: string, state: string | undefined): string {
  const text = (state ? `${country}-${state}` : country).toUpperCase();
  return PLACE.test(text) ? text : "";
}
