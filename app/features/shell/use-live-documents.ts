import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useRealtime } from "./realtime-provider";

/** Changes that come together are loaded together. */
const WAIT_MS = 60;

/**
 * Loads again what is on screen when the person's or the workspace's document changed, here, in another tab or by an
 * admin; and after a drop of which not everything could be made up for. Answers of forms stay: see `routes/main/refresh.tsx`.
 */
export function useLiveDocuments(): void {
  const { submit } = useFetcher();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useRealtime((notice) => {
    const changed =
      notice.type === "reset" ||
      (notice.type === "event" && ["user_changed", "workspace_changed"].includes(notice.event.type));
    if (!changed) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => submit(null, { method: "post", action: "/app/refresh" }), WAIT_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
