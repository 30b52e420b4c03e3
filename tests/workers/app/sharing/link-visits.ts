/** What tests of links do: the owner's calls, and the visits of strangers. */
import { SELF } from "cloudflare:test";
import type { TestCaller } from "../../../support/test-caller";

export const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** A link as its owner reads it. */
interface Link {
  share_link: string;
  share_id: string;
  public_user_name: string;
  is_own_name: boolean;
  allows_download: boolean;
  is_indexed: boolean;
  expires_at_unix: number | null;
  state: string;
  play_count: number;
}

export const call = (caller: TestCaller | null, path: string, method = "GET", body?: unknown) =>
  SELF.fetch(`http://localhost${path}`, {
    method,
    headers: { ...(caller ? { "xi-api-key": caller.apiKey } : {}), "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** The link of an item, made where there is none. */
export const linkOf = async (caller: TestCaller, id: string) =>
  (await call(caller, `/v1/history/${id}/share-link`)).json<Link>();

export const visit = (path: string, init: RequestInit = {}) =>
  SELF.fetch(`http://localhost${path}`, { ...init, headers: { "user-agent": BROWSER, ...init.headers } });
