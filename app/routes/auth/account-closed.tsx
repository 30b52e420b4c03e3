import type { MetaFunction } from "@remix-run/cloudflare";
import { Link } from "@remix-run/react";
import { GRACE_DAYS } from "~/domains/accounts/departure/rules";
import { ActionDialog } from "~/features/accounts/action-dialog";
import { buttonClass } from "~/ui/button";

export const meta: MetaFunction = () => [{ title: "Your account is closed · Parlando" }];

/** What somebody sees who has just closed their account. */
export default function AccountClosed() {
  return (
    <ActionDialog title="Your account is closed">
      <p>
        Everything in it will be erased in {GRACE_DAYS} days. Until then you can keep it by the link that we have mailed
        you, or by signing in.
      </p>
      <Link to="/" className={buttonClass("secondary", "medium", "self-start")}>
        Continue
      </Link>
    </ActionDialog>
  );
}
