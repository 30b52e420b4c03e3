import { isRouteErrorResponse, Link, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { buttonClass } from "~/ui/button";
import { ErrorState } from "~/ui/error-state";
import { isNetworkFailure } from "./network-failure";
import { isServerThere, useReachable } from "./use-reachable";

/** In the place of a screen that could not be loaded; the app around it stays, with its player. */
export function ScreenFailure({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NoSuchScreen />;
  return <UnloadedScreen unreachable={isNetworkFailure(error)} />;
}

function UnloadedScreen({ unreachable }: { unreachable: boolean }) {
  const { revalidate, state } = useRevalidator();
  const [asking, setAsking] = useState(false);
  const reachable = useReachable();
  const wasAway = useRef(false);
  useEffect(() => {
    if (unreachable && reachable && wasAway.current) revalidate();
    wasAway.current = !reachable;
  }, [unreachable, reachable, revalidate]);

  const retry = async () => {
    setAsking(true);
    const there = await isServerThere();
    setAsking(false);
    if (there) revalidate();
    else toast.error("Network error");
  };
  const title = unreachable ? "Network error" : "This screen could not be shown";
  return (
    <div className="flex grow flex-col justify-center">
      <h1 className="sr-only">{title}</h1>
      <ErrorState title={title} onRetry={() => void retry()} busy={asking || state === "loading"}>
        {unreachable
          ? "What you wrote is kept, and what plays goes on. This screen comes when the connection is back."
          : "Something went wrong on our side. What you saved is still there."}
      </ErrorState>
    </div>
  );
}

function NoSuchScreen() {
  return (
    <div className="flex grow flex-col items-center justify-center gap-4 px-6 py-12 text-center">
      <h1 className="text-title font-semibold">There is nothing here</h1>
      <p className="max-w-md text-muted">The address may be mistyped, or what was here has been removed.</p>
      <Link to="/app/home" className={buttonClass("secondary")}>
        Go home
      </Link>
    </div>
  );
}
