import { WifiOff } from "~/ui/icons";
import { useReachable } from "./use-reachable";

/** Says so while the server cannot be reached. */
export function OfflineNotice() {
  const reachable = useReachable();
  return (
    <div role="status">
      {!reachable && (
        <p className="flex items-center gap-2 bg-caution-wash px-4 py-2 text-meta text-ink md:px-8">
          <WifiOff size={15} className="shrink-0 text-caution" aria-hidden="true" />
          You are offline. What you write stays here; generating works again when the connection is back.
        </p>
      )}
    </div>
  );
}
