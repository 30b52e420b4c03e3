import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { EmbedPage } from "~/features/sharing/public/embed-page";
import { embedHeaders, loadShare } from "~/features/sharing/public/load-share";
import { MissingEmbed, missingMeta } from "~/features/sharing/public/missing-share";
import { embedMeta } from "~/features/sharing/public/share-meta";
import type { RouteHandle } from "~/lib/route-handle";

export const handle: RouteHandle = { hydrate: false, framedByAnyone: true };
export const headers = embedHeaders;
export const loader = loadShare;

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [];
  return data.share ? embedMeta(data.share, data.origin) : missingMeta(data.missing);
};

export default function ShareEmbed() {
  const { share, missing } = useLoaderData<typeof loader>();
  return share ? <EmbedPage share={share} /> : <MissingEmbed missing={missing} />;
}
