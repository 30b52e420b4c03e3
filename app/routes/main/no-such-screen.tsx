import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { allowedScreen } from "~/domains/accounts/redirect-rules";
import { requireUser } from "~/features/accounts/session.server";

/** Every other address under /app: those of screens that are still to come lead to the start page. With a route of its own the page has the shell, and its scripts find what was rendered. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const { origin, pathname, search } = new URL(request.url);
  const screen = allowedScreen(pathname + search, origin);
  if (screen) throw redirect(screen);
  throw new Response("Not found", { status: 404 });
}

export default function NoSuchScreen() {
  return null;
}
