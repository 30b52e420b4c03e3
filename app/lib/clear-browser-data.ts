/**
 * What signing out removes from this browser: everything the product keeps in it for a person.
 * Source: spec 000 and 001, section 4 (sign-out).
 */
import { ANONYMOUS_ID_COOKIE, removeBrowserCookie, USER_COOKIE } from "./browser-cookies";
import { clearIdentityToken } from "./identity-token";
import { clearLocalData, LOCAL_PREFIX } from "./local-data";

const isOurs = (name: string | undefined): name is string => name?.startsWith(LOCAL_PREFIX) ?? false;

/**
 * Removes local keys, the cookies that say who somebody is, and the token at once; caches and databases (the backup of
 * recordings among them) by the time the promise settles. Never rejects: what a browser does not have cannot stay in it.
 */
export async function clearBrowserData(): Promise<void> {
  clearIdentityToken();
  clearLocalData();
  clearTabData();
  removeBrowserCookie(USER_COOKIE);
  removeBrowserCookie(ANONYMOUS_ID_COOKIE);
  await Promise.allSettled([clearCaches(), clearDatabases()]);
}

function clearTabData(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (isOurs(key)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

async function clearCaches(): Promise<void> {
  if (!("caches" in globalThis)) return;
  for (const name of await caches.keys()) if (isOurs(name)) await caches.delete(name);
}

async function clearDatabases(): Promise<void> {
  if (typeof indexedDB === "undefined" || !indexedDB.databases) return;
  for (const { name } of await indexedDB.databases()) if (isOurs(name)) indexedDB.deleteDatabase(name);
}
