import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireUser } from "~/features/accounts/session.server";

/** Every other address under /app. With a route of its own the page has the shell, and its scripts find what was rendered. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  throw new Response("Not found", { status: 404 });
}

export default function NoSuchScreen() {
  return null;
}
