import { useEffect } from "react";

/** Source: spec 000, section 4: a signed-out state is applied after a second, when the server has ended the session. */
const SIGNED_OUT_AFTER_MS = 1000;

// One channel for the page: a channel does not hear itself, but another one of the same page would.
let channel: BroadcastChannel | undefined;
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel("xi:session");
  return channel;
}

/** Tells this browser's other tabs that the person has signed out. */
export function announceSignOut(): void {
  openChannel().postMessage({ type: "sign_out" });
}

/** Leaves for the sign-in page when another tab signs out. */
export function useSignOutElsewhere(): void {
  useEffect(() => {
    const opened = openChannel();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = (event: MessageEvent<{ type?: string } | null>) => {
      if (event.data?.type !== "sign_out") return;
      timer = setTimeout(() => window.location.assign("/app/sign-in"), SIGNED_OUT_AFTER_MS);
    };
    opened.addEventListener("message", hear);
    return () => {
      clearTimeout(timer);
      opened.removeEventListener("message", hear);
    };
  }, []);
}
