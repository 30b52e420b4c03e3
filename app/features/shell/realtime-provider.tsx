import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { clearBrowserData } from "~/lib/clear-browser-data";
import { getIdentityToken } from "~/lib/identity-token";
import {
  createRealtimeClient,
  openRealtimeSocket,
  type RealtimeClient,
  type RealtimeNotice,
} from "~/lib/realtime-client";

/** Source: spec 000, section 4. A sign-out of this very tab has its own way to the sign-in page by then. */
const SIGNED_OUT_AFTER_MS = 1000;

const RealtimeContext = createContext<RealtimeClient | null>(null);

/** One socket to the workspace's channel for the whole app. `leavePath`: where it goes when the session has ended elsewhere. */
export function RealtimeProvider({ leavePath, children }: { leavePath: string; children: ReactNode }) {
  const [client] = useState(() =>
    typeof WebSocket === "undefined" ? null : createRealtimeClient({ openSocket: openWorkspaceSocket }),
  );
  useEffect(() => {
    if (!client) return;
    client.start();
    const retry = () => client.retryNow();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = client.listen((notice) => {
      if (notice.type !== "session_ended") return;
      // Signed out elsewhere: what is on screen, and what is kept here, is no longer this person's to see.
      void clearBrowserData();
      timer = setTimeout(() => window.location.assign(leavePath), SIGNED_OUT_AFTER_MS);
    });
    window.addEventListener("online", retry);
    return () => {
      window.removeEventListener("online", retry);
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

async function openWorkspaceSocket() {
  return openRealtimeSocket(window.location.href, await getIdentityToken());
}
