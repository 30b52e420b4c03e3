/**
 * Loads a screen's code. Takes the place of Remix's own way, which reloads the page whenever that fails: without a network
 * the whole app, its player and what was written would give way to the browser's page. `vite.config.ts` puts it there.
 */
import { UnreachableError } from "./network-failure";

/** What is needed of a route of Remix's manifest. */
export interface LoadableRoute {
  id: string;
  /** Address of its script. */
  module: string;
  /** Addresses of the scripts which that one imports. */
  imports?: string[];
}

const RELOADED_FOR = "xi:reloaded-for";

/**
 * The route's module, kept in `loaded` by the route's id.
 *
 * Where the script is gone, because a newer version of the product is served, the page is loaded anew, once, at the place
 * that somebody was going to; loading ahead of a navigation never does that.
 *
 * @throws UnreachableError without a network; it can be asked for again
 * @throws what the import threw, where the script is there and broken, or gone and the page was already loaded anew for it
 */
export async function loadRouteModule<Module>(route: LoadableRoute, loaded: Record<string, Module>): Promise<Module> {
  const known = loaded[route.id];
  if (known) return known;
  try {
    return await load(route, loaded);
  } catch (error) {
    const answer = await askFor([route.module, ...(route.imports ?? [])]);
    if (answer === "none") throw new UnreachableError();
    // The network may be back in the meantime.
    if (answer === "all") return load(route, loaded);
    const destination = whereTo();
    if (destination === undefined || !mayReloadFor(route.module)) throw error;
    window.location.assign(destination);
    // The page is on its way out.
    return new Promise(() => {});
  }
}

async function load<Module>(route: LoadableRoute, loaded: Record<string, Module>): Promise<Module> {
  const module: Module = await import(/* @vite-ignore */ route.module);
  loaded[route.id] = module;
  return module;
}

/** Whether these files are all there, some are gone, or nobody answers. */
async function askFor(files: readonly string[]): Promise<"all" | "gone" | "none"> {
  try {
    const answers = await Promise.all(files.map((file) => fetch(file, { cache: "no-store" })));
    if (answers.every((answer) => answer.ok)) return "all";
    return answers.some((answer) => answer.status === 404 || answer.status === 410) ? "gone" : "none";
  } catch {
    return "none";
  }
}

/** The address that is being gone to, or loaded again; nothing where nobody waits for the script. */
function whereTo(): string | undefined {
  const { navigation, revalidation, location } = window.__remixRouter.state;
  const place = navigation.location ?? (revalidation === "loading" ? location : undefined);
  return place && `${place.pathname}${place.search}${place.hash}`;
}

/** Once for each script, so that one which stays away does not reload the page for ever. */
function mayReloadFor(module: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_FOR) === module) return false;
    sessionStorage.setItem(RELOADED_FOR, module);
    return true;
  } catch {
    return false;
  }
}
