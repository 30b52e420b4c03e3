/** Where somebody may be sent after signing in. Source: spec 000, section 2, "Redirect after sign-in". */
import { FORWARDED_PATHS, KNOWN_PATHS, SCREEN_PATHS } from "./known-routes";

export const DEFAULT_DESTINATION = "/app/home";

const ID = "[A-Za-z0-9_-]+";
const PATTERNS = [
  `/v1/dubs/${ID}`,
  `/v1/projects/${ID}`,
  `/app/voice-lab/share/${ID}/${ID}`,
  `/sound-effects/${ID}`,
  `/app/studio/${ID}`,
  `/languages/${ID}`,
  `/use-cases/${ID}`,
  `/customers/${ID}`,
  `/blog/${ID}`,
].map((pattern) => new RegExp(`^${pattern}$`));

const VERCEL_CALLBACK = "/app/integrations/vercel/callback";
const VERCEL_PARAMETERS = ["code", "configurationId", "next", "source", "teamId"];

/**
 * The path, query and fragment to go to, or null when the target is not allowed: another origin, or a path that is
 * not on the list. `target` is a path or a whole address; the answer always begins with a single slash.
 */
export function allowedRedirect(target: string | null | undefined, origin: string): string | null {
  if (!target || target.length > 2048) return null;
  // Browsers drop or rewrite these before they read an address, so the eye and the browser would see two targets.
  if (/[\p{Cc}\\\s]/u.test(target) || target.startsWith("//")) return null;
  let url: URL;
  try {
    url = new URL(target, origin);
  } catch {
    return null;
  }
  if (url.origin !== new URL(origin).origin || url.username !== "" || url.password !== "") return null;
  if (!target.startsWith("/") && !target.startsWith(`${url.origin}/`)) return null;
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, "") : url.pathname;
  if (path === VERCEL_CALLBACK) return path + onlyParameters(url.searchParams, VERCEL_PARAMETERS);
  if (!KNOWN_PATHS.has(path) && !PATTERNS.some((pattern) => pattern.test(path))) return null;
  return path + url.search + url.hash;
}

/**
 * As `allowedRedirect`, but the screen that an older path is forwarded to, with query and fragment, and the default
 * destination in place of a screen that is still to come.
 */
export function allowedScreen(target: string | null | undefined, origin: string): string | null {
  const allowed = allowedRedirect(target, origin);
  if (allowed === null) return null;
  const { pathname, search, hash } = new URL(allowed, origin);
  if (SCREEN_PATHS.has(pathname)) return allowed;
  const screen = FORWARDED_PATHS.get(pathname) ?? DEFAULT_DESTINATION;
  // The start page knows nothing of what was meant for another screen.
  return screen === DEFAULT_DESTINATION ? screen : screen + search + hash;
}

/** As `allowedScreen`, with the default destination in place of what is not allowed. */
export function redirectAfterSignIn(target: string | null | undefined, origin: string): string {
  return allowedScreen(target, origin) ?? DEFAULT_DESTINATION;
}

function onlyParameters(parameters: URLSearchParams, names: string[]): string {
  const kept = new URLSearchParams([...parameters].filter(([name]) => names.includes(name)));
  return kept.size > 0 ? `?${kept}` : "";
}
