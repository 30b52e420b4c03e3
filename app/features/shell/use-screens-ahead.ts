import { useEffect } from "react";
import { type LoadableRoute, loadRouteModule } from "./load-route-module";

/** After the page is there and whoever opened it has looked around: nothing of this delays the screen itself. */
const WAIT_MS = 4000;

/**
 * Loads the code of the screens that the page's links lead to, while nothing else is to do: going there is quick then, and
 * does not fail for want of a network. Not for people who save data.
 */
export function useScreensAhead(): void {
  useEffect(() => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
    let left = false;
    const timer = setTimeout(async () => {
      // One after the other; what could not be had now is asked for when it is gone to.
      for (const route of screensKnown()) {
        await idle();
        if (left) return;
        await loadRouteModule<unknown>(route, window.__remixRouteModules).catch(() => undefined);
      }
    }, WAIT_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, []);
}

const screensKnown = (): LoadableRoute[] =>
  Object.values(window.__remixManifest.routes).filter((route) => route.parentId === SCREENS_ROUTE_ID);

/** The route in whose place the app's screens stand. */
const SCREENS_ROUTE_ID = "routes/main/app-screens";

const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === "undefined") setTimeout(resolve, 100);
    else requestIdleCallback(() => resolve(), { timeout: 5000 });
  });
