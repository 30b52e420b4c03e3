import type { ReactNode } from "react";
import { buttonClass } from "~/ui/button";
import { Logo } from "~/ui/logo";
import { SkipLink } from "~/ui/skip-link";
import { StaticThemeToggle } from "~/ui/static-theme-toggle";
import "./share.css";
// Bundled on its own: it is the only script these pages ship.
import scriptUrl from "./player-script.ts?worker&url";

/** The script of the pages of links, and of the embedded player. */
export function PlayerScript() {
  return <script type="module" src={scriptUrl} />;
}

/** Where a visitor makes something of their own, without an account. */
export const MAKE_YOUR_OWN = "/text-to-speech";

/** Header and footer of a link's page: less than other pages have, since people come for one thing. */
export function ShareFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex h-16 w-full max-w-[720px] shrink-0 items-center gap-1 px-5">
        <a href="/" className="mr-auto flex rounded-control" aria-label="Parlando, start page">
          <Logo />
        </a>
        <StaticThemeToggle />
        <a href={MAKE_YOUR_OWN} className={buttonClass("secondary", "small")}>
          Make your own
        </a>
      </header>
      <main id="content" className="grow">
        {children}
      </main>
      <footer className="mx-auto mt-20 w-full max-w-[720px] px-5 text-meta text-muted">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-hairline py-8">
          <span className="mr-auto">Made with Parlando</span>
          <a href="/" className="hover:text-ink">
            About
          </a>
          <a href="/app/sign-in" className="hover:text-ink">
            Sign in
          </a>
        </div>{" "}
      </footer>
      <PlayerScript />
    </div>
  );
}
