import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { clearBrowserData } from "~/lib/clear-browser-data";
import { clearIdentityToken, getIdentityToken, SignedOutError } from "~/lib/identity-token";
import {
  createRealtimeClient,
  openRealtimeSocket,
  type RealtimeClient,
  type RealtimeNotice,
} from "~/lib/realtime-client";
import { leavePage } from "./leave-page";

/** Source: spec 000, section 4. A sign-out of this very tab has its own way to the sign-in page by then. */
const SIGNED_OUT_AFTER_MS = 1000;

const RealtimeContext = createContext<RealtimeClient | null>(null);

/** One socket to the workspace's channel for the whole app. `leavePath`: where it goes when the session has ended elsewhere. */
export function RealtimeProvider({ leavePath, children }: { leavePath: string; children: ReactNode }) {
  const hasEnded = useRef(() => {});
  const [client] = useState(() =>
    typeof WebSocket === "undefined"
      ? null
      : createRealtimeClient({
          openSocket: (isAfterRefusal) => openWorkspaceSocket(isAfterRefusal, () => hasEnded.current()),
        }),
  );
  useEffect(() => {
    if (!client) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Signed out elsewhere, or a page that the browser had kept: what is on screen is no longer this person's to see.
    hasEnded.current = () => {
      void clearBrowserData();
      timer ??= setTimeout(() => leavePage(leavePath), SIGNED_OUT_AFTER_MS);
    };
    client.start();
    const retry = () => client.retryNow();
    const leave = client.listen((notice) => {
      if (notice.type === "session_ended") hasEnded.current();
    });
    // A page brought back by Back may be of a session that has ended since.
    const askAnew = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload();
    };
    window.addEventListener("online", retry);
    window.addEventListener("pageshow", askAnew);
    return () => {
      window.removeEventListener("online", retry);
      window.removeEventListener("pageshow", askAnew);
      clearTimeout(timer);
      leave();
      client.stop();
    };
  }, [client, leavePath]);
  return <RealtimeContext.Provider value={client}>{children}</RealtimeContext.Provider>;
}

/** Calls `onNotice` for each notice while the component is on screen. */
export function useRealtime(onNotice: (notice: RealtimeNotice) => void): void {
  const client = useContext(RealtimeContext);
  const latest = useRef(onNotice);
  latest.current = onNotice;
  useEffect(() => client?.listen((notice) => latest.current(notice)), [client]);
}

async function openWorkspaceSocket(isAfterRefusal: boolean, onSignedOut: () => void) {
  try {
    if (isAfterRefusal) clearIdentityToken();
    return await openRealtimeSocket(window.location.href, await getIdentityToken());
  } catch (error) {
    if (error instanceof SignedOutError) onSignedOut();
    throw error;
  }
}
