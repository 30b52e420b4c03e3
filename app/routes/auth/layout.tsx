import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Link, Outlet, useLocation } from "@remix-run/react";
import { issueCsrfToken } from "~/features/accounts/csrf.server";
import { useSignInElsewhere } from "~/features/shell/use-session-elsewhere";
import type { RouteHandle } from "~/lib/route-handle";
import { Logo } from "~/ui/logo";

/** The sign-up is one of these pages, and may be reached from the others without a new document. */
export const handle: RouteHandle = { captcha: true };

/** The frame of everything around an account: one quiet column. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { csrfToken, headers } = await issueCsrfToken(request, context);
  return data({ csrfToken }, { headers });
}

export default function AuthLayout() {
  useSignInElsewhere(useLocation().pathname);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[400px] flex-col px-6 py-8">
      <header>
        <Link to="/" aria-label="Parlando, home" className="inline-flex rounded-control">
          <Logo />
        </Link>
      </header>
      <main className="flex grow flex-col justify-center gap-6 pt-10 pb-20">
        <Outlet />
      </main>
    </div>
  );
}
