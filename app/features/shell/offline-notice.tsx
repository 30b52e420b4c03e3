import { useSyncExternalStore } from "react";
import { WifiOff } from "~/ui/icons";

function subscribe(notify: () => void): () => void {
  window.addEventListener("online", notify);
  window.addEventListener("offline", notify);
  return () => {
    window.removeEventListener("online", notify);
    window.removeEventListener("offline", notify);
  };
}

/** Says so while the browser has no network. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center gap-2 bg-caution-wash px-4 py-2 text-meta text-ink md:px-8">
          <WifiOff size={15} className="shrink-0 text-caution" aria-hidden="true" />
          You are offline. What you write stays here; generating works again when the connection is back.
        </p>
      )}
    </div>
  );
}
