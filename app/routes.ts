/**
 * The explicit route table, grouped by site. A screen is one file in `app/routes/`: loader, action, view.
 */
import type { ConfigRoute } from "@remix-run/dev/dist/config/routes";
import type { DefineRoutesFunction } from "@remix-run/dev/dist/config/routes";

export function appRoutes(defineRoutes: DefineRoutesFunction): Record<string, ConfigRoute> {
  return defineRoutes((route) => {
    route("/", "routes/marketing/home.tsx", { index: true });
  });
}
