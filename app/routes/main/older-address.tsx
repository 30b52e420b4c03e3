import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { redirectAfterSignIn } from "~/domains/accounts/redirect-rules";

/** Links from before lead to the screen that has what they mean. Not for good: some of these screens are still to come. */
export function loader({ request }: LoaderFunctionArgs) {
  const { origin, pathname, search } = new URL(request.url);
  return redirect(redirectAfterSignIn(pathname + search, origin));
}
