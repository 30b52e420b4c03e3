import type { UNSAFE_DefineRoutesFunction as DefineRoutesFunction } from "@remix-run/dev";
import { appRoutes } from "../../app/routes";

/** Every path at which the table of routes has something, with its parameters filled in; without those that take any rest. */
export function routePaths(parameter: string): string[] {
  const paths = new Set<string>();
  const within: string[] = [];
  const defineRoutes: DefineRoutesFunction = (define) => {
    define((path, _file, optionsOrChildren, children) => {
      within.push(path ?? "");
      const parts = within.join("/").split("/").filter(Boolean);
      if (!parts.includes("*")) {
        paths.add(`/${parts.map((part) => (part.startsWith(":") ? parameter : part)).join("/")}`);
      }
      const nested = typeof optionsOrChildren === "function" ? optionsOrChildren : children;
      nested?.();
      within.pop();
    });
    return {};
  };
  appRoutes(defineRoutes);
  return [...paths];
}
