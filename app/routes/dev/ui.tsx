import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Gallery } from "~/features/gallery/gallery";
import { pageTitle } from "~/lib/page-title";

/** Every component in every state, for looking at and for the browser tests. Absent in production. */
export function loader({ context }: LoaderFunctionArgs) {
  if (context.variables.APP_ENV === "production") throw new Response("Not found", { status: 404 });
  return null;
}

export const meta = () => [{ title: pageTitle("Components") }, { name: "robots", content: "noindex" }];

export default function ComponentsPage() {
  return <Gallery />;
}
