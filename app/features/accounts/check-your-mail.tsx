import { Form, Link, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { sendAdVisit } from "~/lib/ad-visit";
import { track } from "~/lib/analytics";
import { Button } from "~/ui/button";
import { CsrfField } from "./csrf-field";

/** What follows a sign-up, whether or not the address had an account. */
export function CheckYourMail({ email, again, mailboxPath }: { email: string; again: boolean; mailboxPath?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const busy = useNavigation().formMethod === "POST";
  useEffect(() => heading.current?.focus(), []);
  const signedUp = useRef(!again);
  useEffect(() => {
    // Once for a sign-up, however often the mail is sent.
    if (!signedUp.current) return;
    signedUp.current = false;
    track("sign_up_submitted");
    void sendAdVisit("sign_up", email);
  }, [email]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-display font-semibold outline-none">
        Check your mail
      </h1>
      <p className="text-lead">
        We have written to <strong className="font-semibold [overflow-wrap:anywhere]">{email}</strong>. Follow the link
        in the mail, then sign in.
      </p>
      <p role="status" className="text-muted empty:hidden">
        {again ? "If the address was still to be verified, the mail is on its way again." : ""}
      </p>
      {mailboxPath && (
        <p className="text-muted">
          This installation keeps its mail to itself:{" "}
          <Link to={mailboxPath} className="font-medium text-ink underline underline-offset-2">
            open the mailbox
          </Link>
        </p>
      )}
      <Form method="post" className="flex gap-2">
        <CsrfField />
        <input type="hidden" name="intent" value="resend" />
        <input type="hidden" name="email" value={email} />
        <Button type="submit" busy={busy}>
          Send it again
        </Button>
        <Link to="/app/sign-in" className="inline-flex items-center px-3 font-medium underline underline-offset-2">
          Sign in
        </Link>
      </Form>
    </>
  );
}
