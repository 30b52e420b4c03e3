/**
 * Every address that no other route has. Without a route of its own, the browser would take it for the nearest page above
 * it, which is not what was rendered.
 */
export function loader(): never {
  throw new Response("Not found", { status: 404 });
}

export default function NoSuchPage() {
  return null;
}
