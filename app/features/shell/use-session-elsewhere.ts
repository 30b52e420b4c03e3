import { useEffect } from "react";
import { announceSession, listenToSession } from "~/lib/session-broadcast";
import { leavePage } from "./leave-page";

/** Source: spec 000, section 4: a signed-out state is applied after a second, when the server has ended the session. */
const SIGNED_OUT_AFTER_MS = 1000;

/**
 * Tells other tabs who is signed in here, and follows them: leaves for the sign-in page when one signs out, loads anew when
 * one has signed in as somebody else.
 */
export function useSessionElsewhere(userId: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listenToSession((message) => {
      if (message.type === "sign_out") {
        timer = setTimeout(() => leavePage("/app/sign-in"), SIGNED_OUT_AFTER_MS);
      } else if (message.userId !== userId) window.location.reload();
    });
    announceSession({ type: "sign_in", userId });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [userId]);
}

/** For the sign-in and sign-up pages: goes on as the server sees fit when another tab signs in. */
export function useSignInElsewhere(pathname: string): void {
  const waits = /^\/app\/sign-(in|up)(\/|$)/.test(pathname);
  useEffect(() => {
    if (!waits) return;
    return listenToSession((message) => {
      if (message.type === "sign_in") window.location.reload();
    });
  }, [waits]);
}
