import { Link } from "@remix-run/react";
import { startPath } from "~/domains/accounts/single-sign-on/addresses";
import { buttonClass } from "~/ui/button";

/** The ways to sign in by somebody who vouches: a button for each provider of the installation, and the way to one's own organisation. */
export function ProviderLinks({
  providers,
  redirectTo,
}: {
  providers: { key: string; label: string }[];
  /** Where the person wanted to go; null for the start page. */
  redirectTo: string | null;
}) {
  const query = redirectTo ? `?${new URLSearchParams({ redirect: redirectTo })}` : "";
  return (
    <div className="flex flex-col gap-3">
      {providers.map(({ key, label }) => (
        <a key={key} href={startPath(key) + query} className={buttonClass("secondary", "large")}>
          Sign in with {label}
        </a>
      ))}
      <Link to={`/app/sso${query}`} className="self-start text-base underline underline-offset-2">
        Sign in with single sign-on
      </Link>
    </div>
  );
}
