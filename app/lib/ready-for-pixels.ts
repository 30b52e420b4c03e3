/** Tells that a page is ready, and who is on it as hashes. Source: spec 000, section 7 (`ready_for_pixels`). */
import { track } from "./analytics";
import { readBrowserCookie, USER_COOKIE, writeBrowserCookie } from "./browser-cookies";

/** Source: spec 001, section 3 ("Stored user cookie"). */
export interface UserCookie {
  user_id: string;
  workspace_id: string;
  email: string;
  ccpa_opt_out: boolean;
}

/** Keeps who is signed in, for pages that are the same for everybody. */
export function keepUserCookie(user: UserCookie): void {
  writeBrowserCookie(USER_COOKIE, JSON.stringify(user));
}

/** With hashes of the id and of the lower-case address of who is signed in. */
export async function announceReadyForPixels(): Promise<void> {
  const user = storedUser();
  // Hashing needs a page that came over TLS or from this machine.
  if (!user || !crypto.subtle) return track("ready_for_pixels");
  const [userIdHash, emailHash] = await Promise.all([sha256(user.user_id), sha256(user.email.toLowerCase())]);
  track("ready_for_pixels", { user_id_hash: userIdHash, email_hash: emailHash });
}

function storedUser(): Pick<UserCookie, "user_id" | "email"> | null {
  try {
    const user: unknown = JSON.parse(readBrowserCookie(USER_COOKIE) ?? "null");
    const { user_id, email } = (user ?? {}) as Partial<UserCookie>;
    return typeof user_id === "string" && typeof email === "string" ? { user_id, email } : null;
  } catch {
    return null;
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
