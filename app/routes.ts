/**
 * The explicit route table, grouped by site. A screen is one file in `app/routes/`: loader, action, view.
 */
import type {
  UNSAFE_DefineRoutesFunction as DefineRoutesFunction,
  UNSAFE_RouteManifest as RouteManifest,
} from "@remix-run/dev";

export function appRoutes(defineRoutes: DefineRoutesFunction): RouteManifest {
  return defineRoutes((route) => {
    route("/", "routes/marketing/home.tsx", { index: true });
    route("text-to-speech", "routes/marketing/text-to-speech.tsx");

    route("dev/ui", "routes/dev/ui.tsx");
  });
}
