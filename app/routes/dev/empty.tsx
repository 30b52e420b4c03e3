import type { LoaderFunctionArgs } from "@remix-run/cloudflare";

export const handle = { hydrate: false };

/** The smallest page there is, to measure others against. Not in production. */
export function loader({ context }: LoaderFunctionArgs) {
  if (context.variables.APP_ENV === "production") throw new Response("Not found", { status: 404 });
  return null;
}

export default function Empty() {
  return <p>Empty</p>;
}
