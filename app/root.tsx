import interfaceFont from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import speechFont from "@fontsource-variable/literata/files/literata-latin-wght-normal.woff2?url";
import type { LinksFunction, MetaFunction } from "@remix-run/cloudflare";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { useNonce } from "~/lib/nonce";
import { titleWithout } from "~/lib/page-title";
import { isHydrated } from "~/lib/route-handle";
import { EARLY_PRESSES_SCRIPT, useEarlyPresses } from "~/ui/early-presses";
import { FailurePage, leadsNowhere } from "~/ui/failure-page";
import { PLAIN_FIRST_SCRIPT } from "~/ui/plain-first-script";
import { Toaster } from "~/ui/toaster";
import { showKeptTheme, THEME_SCRIPT } from "~/ui/toggle-theme";
import { TooltipProvider } from "~/ui/tooltip";
import "./ui/app.css";

const preloadFont = (href: string) =>
  ({ rel: "preload", href, as: "font", type: "font/woff2", crossOrigin: "anonymous" }) as const;

export const links: LinksFunction = () => [
  preloadFont(interfaceFont),
  preloadFont(speechFont),
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

/** Of pages that have no title of their own, such as those for addresses that lead nowhere. */
export const meta: MetaFunction = ({ error }) => [{ title: titleWithout(error) }];

function useHydrates(): boolean {
  return isHydrated(useMatches().map((match) => match.handle));
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const hydrates = useHydrates();
  const firstScript = hydrates ? `${THEME_SCRIPT};${EARLY_PRESSES_SCRIPT}` : PLAIN_FIRST_SCRIPT;
  useEffect(showKeptTheme, []);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#fbfaf7" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours, before the first paint */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {hydrates && <ScrollRestoration nonce={nonce} />}
        {hydrates && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

export default function App() {
  const hydrates = useHydrates();
  const { pathname } = useLocation();
  useEarlyPresses();
  // Only when the page is in charge: until then, nothing may be added to it.
  useEffect(() => {
    if (hydrates) void import("~/features/privacy/page-start").then(({ startPage }) => startPage());
  }, [hydrates]);
  if (!hydrates) return <Outlet />;
  return (
    <TooltipProvider>
      <Outlet />
      <Toaster pathname={pathname} />
    </TooltipProvider>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return <FailurePage notFound={leadsNowhere(error)} />;
}
