import { type FormEvent, useRef } from "react";
import { CsrfField } from "~/features/accounts/csrf-field";
import { flushEvents, track } from "~/lib/analytics";
import { clearBrowserData } from "~/lib/clear-browser-data";
import { announceSession } from "~/lib/session-broadcast";

const SIGN_OUT_FORM = "sign-out-form";
/** A browser that is slow to forget must not keep somebody signed in. */
const CLEARING_TAKES_AT_MOST_MS = 500;

/** Signs out by a real form, so that it works like every other state change. */
export function SignOutForm() {
  const isCleared = useRef(false);
  async function clearFirst(event: FormEvent<HTMLFormElement>) {
    if (isCleared.current) return;
    event.preventDefault();
    const form = event.currentTarget;
    isCleared.current = true;
    // What is kept here is this person's: it goes, and other tabs leave too. Source: spec 001, section 4 (sign-out).
    track("sign_out");
    flushEvents();
    const wait = new Promise((resolve) => setTimeout(resolve, CLEARING_TAKES_AT_MOST_MS));
    await Promise.race([clearBrowserData(), wait]);
    announceSession({ type: "sign_out" });
    form.requestSubmit();
  }
  return (
    <form id={SIGN_OUT_FORM} method="post" action="/app/sign-out" onSubmit={clearFirst} hidden>
      <CsrfField />
    </form>
  );
}

export function submitSignOut(): void {
  const form = document.getElementById(SIGN_OUT_FORM);
  if (form instanceof HTMLFormElement) form.requestSubmit();
}
