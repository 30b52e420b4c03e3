import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { allowedRedirect, redirectAfterSignIn } from "~/domains/accounts/redirect-rules";
import { clientOf } from "~/features/accounts/client-of-request";
import { ensureBrowserId, readBrowserId } from "~/features/accounts/csrf.server";
import { findUser } from "~/features/accounts/session.server";
import { step, toProblem } from "~/features/single-sign-on/refusal.server";
import { stepPage } from "~/features/single-sign-on/step-page.server";

/** Sends a browser to a provider. A workspace may link to it from elsewhere, for people who begin at their provider. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return step(async () => {
    const { origin, pathname, search, searchParams } = new URL(request.url);
    const target = allowedRedirect(searchParams.get("redirect"), origin) ?? "";
    const isFromElsewhere = !["same-origin", null].includes(request.headers.get("sec-fetch-site"));
    // The browser's own cookie comes along with the second try, from our page; a new one must not replace it.
    if (isFromElsewhere && !searchParams.has("again") && !(await readBrowserId(request, context)))
      return stepPage(`${pathname}${search === "" ? "?" : `${search}&`}again=1`);
    if (await findUser(request, context)) return redirect(redirectAfterSignIn(target, origin));
    const { browserId, headers } = await ensureBrowserId(request, context);
    const way = await context.services.accounts.singleSignOn.begin(
      { providerKey: params.providerKey ?? "", browserId, redirectTo: target },
      clientOf(request, context),
    );
    return way.kind === "go" ? stepPage(way.url, headers) : toProblem(way.problem, target);
  });
}
