import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { loadShare } from "~/features/sharing/public/load-share";
import { MissingShare, missingMeta } from "~/features/sharing/public/missing-share";
import { shareMeta } from "~/features/sharing/public/share-meta";
import { SharePage } from "~/features/sharing/public/share-page";
import type { RouteHandle } from "~/lib/route-handle";

export const handle: RouteHandle = { hydrate: false };
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const loader = loadShare;

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [];
  return data.share ? shareMeta(data.share, data.origin) : missingMeta(data.missing);
};

export default function Share() {
  const { share, missing } = useLoaderData<typeof loader>();
  return share ? <SharePage share={share} /> : <MissingShare missing={missing} />;
}
