import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { getIdentityToken } from "~/lib/identity-token";
import {
  createRealtimeClient,
  openRealtimeSocket,
  type RealtimeClient,
  type RealtimeNotice,
} from "~/lib/realtime-client";

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
    const leave = client.listen((notice) => {
      // Signed out elsewhere: what is on screen is no longer this person's to see.
      if (notice.type === "session_ended") window.location.assign(leavePath);
    });
    window.addEventListener("online", retry);
    return () => {
      window.removeEventListener("online", retry);
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
