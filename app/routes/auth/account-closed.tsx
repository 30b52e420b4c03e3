import type { MetaFunction } from "@remix-run/cloudflare";
import { Link } from "@remix-run/react";
import { useEffect } from "react";
import { GRACE_DAYS } from "~/domains/accounts/departure/rules";
import { ActionDialog } from "~/features/accounts/action-dialog";
import { clearBrowserData } from "~/lib/clear-browser-data";
import { pageTitle } from "~/lib/page-title";
import { announceSession } from "~/lib/session-broadcast";
import { buttonClass } from "~/ui/button";

export const meta: MetaFunction = () => [{ title: pageTitle("Your account is closed") }];

/** What somebody sees who has just closed their account. */
export default function AccountClosed() {
  useEffect(() => {
    void clearBrowserData();
    announceSession({ type: "sign_out" });
  }, []);
  return (
    <ActionDialog title="Your account is closed">
      <p>
        Everything in it will be erased in {GRACE_DAYS} days, or later where its address was changed lately: the mail to
        you says on which day. Until then you can keep it by the link in that mail, or by signing in.
      </p>
      <Link to="/" className={buttonClass("secondary", "medium", "self-start")}>
        Continue
      </Link>
    </ActionDialog>
  );
}
