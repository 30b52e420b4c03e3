import type { ReactNode } from "react";
import { buttonClass } from "~/ui/button";
import { Logo } from "~/ui/logo";
import { SkipLink } from "~/ui/skip-link";
import { StaticThemeToggle } from "~/ui/static-theme-toggle";
// Bundled on its own: it is the only script these pages ship.
import scriptUrl from "./try-it-script.ts?worker&url";

const LINKS = [
  { href: "/text-to-speech", label: "Text to speech" },
  { href: "/docs/api", label: "API" },
];

const headerFor = (isSignedIn: boolean) => (
  <>
    <SkipLink />
    <header className="mx-auto flex h-16 max-w-[1120px] items-center gap-1 px-5">
      <a href="/" className="mr-auto flex rounded-control" aria-label="Parlando, start page">
        <Logo />
      </a>
      <nav aria-label="Site" className="hidden items-center sm:flex">
        {LINKS.map((link) => (
          <a key={link.href} href={link.href} className={buttonClass("quiet", "small")}>
            {link.label}
          </a>
        ))}
      </nav>
      <StaticThemeToggle />
      {isSignedIn ? (
        <a href="/app/home" className={buttonClass("secondary", "small")}>
          Open the app
        </a>
      ) : (
        <>
          <a href="/app/sign-in" className={buttonClass("quiet", "small", "max-xs:hidden")}>
            Sign in
          </a>
          <a href="/app/sign-up" className={buttonClass("secondary", "small")}>
            Create an account
          </a>
        </>
      )}
    </header>
  </>
);

const footerFor = (isSignedIn: boolean) => (
  <footer className="mx-auto mt-24 max-w-[1120px] px-5 text-meta text-muted">
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-hairline py-8">
      <span className="mr-auto">Parlando is free software under the Apache License 2.0.</span>
      {LINKS.map((link) => (
        <a key={link.href} href={link.href} className="hover:text-ink">
          {link.label}
        </a>
      ))}
      <a href="/terms-of-use-eu" className="hover:text-ink">
        Terms
      </a>
      <a href="/privacy" className="hover:text-ink">
        Privacy
      </a>
      {!isSignedIn && (
        <a href="/app/sign-in" className="hover:text-ink">
          Sign in
        </a>
      )}
    </div>
  </footer>
);

/** The same on every page, so made once: for visitors, and for people who are known to be signed in. */
const VISITORS = { header: headerFor(false), footer: footerFor(false) };
const MEMBERS = { header: headerFor(true), footer: footerFor(true) };

/** Header and footer of the public pages, and their one small script. */
export function PublicFrame({ isSignedIn = false, children }: { isSignedIn?: boolean; children: ReactNode }) {
  const { header, footer } = isSignedIn ? MEMBERS : VISITORS;
  return (
    <>
      {header}
      <main id="content">{children}</main>
      {footer}
      <script type="module" src={scriptUrl} />
    </>
  );
}

/** The headline of a public page. */
export function PublicHero({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[1120px] px-5 pt-10 pb-8 md:pt-16">
      <h1 className="text-display font-semibold">{title}</h1>
      <p className="mt-4 max-w-[60ch] text-lead text-muted">{children}</p>
    </div>
  );
}
