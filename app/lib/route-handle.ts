/** What a route says about its page, as its `handle`. */
export interface RouteHandle {
  /** `false`: the page works without the client's React, and is sent without it. */
  hydrate?: boolean;
  /** Pages of other sites may show it in a frame; for pages on which nothing can be done. Only with `hydrate: false`. */
  framedByAnyone?: boolean;
  /** The page may show the captcha of an outside service. */
  captcha?: boolean;
  /** The page is the same for everybody: rendered once and kept by the site's worker. */
  shared?: SharedPage;
}

/**
 * What a shared page may depend on. Everything else (cookies, other headers, other parameters) is taken from the request
 * before it is rendered, so that nothing of one reader can reach another. Besides these: the build, the site, its origin.
 */
export interface SharedPage {
  /** Parameters of the address, and the values of each that make a difference. Others are as if absent. */
  query?: Readonly<Record<string, readonly string[]>>;
  /** People with a session get a page of their own, which is not kept. */
  visitorsOnly?: boolean;
}

/** Whether a page runs client React, by the handles of the routes it is made of. */
export function isHydrated(handles: readonly unknown[]): boolean {
  return !handles.some((handle) => (handle as RouteHandle | undefined)?.hydrate === false);
}

/** Whether other sites may frame a page, by the handles of the routes it is made of. */
export function isFramedByAnyone(handles: readonly unknown[]): boolean {
  return handles.some((handle) => (handle as RouteHandle | undefined)?.framedByAnyone === true);
}

/** Whether a page may show an outside service's captcha, by the handles of the routes it is made of. */
export function hasCaptcha(handles: readonly unknown[]): boolean {
  return handles.some((handle) => (handle as RouteHandle | undefined)?.captcha === true);
}
