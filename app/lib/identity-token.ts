/**
 * The signed-in browser's credential for the API: a token of ten minutes, fetched with the session cookie, kept in
 * memory only and refreshed every five minutes. Source: spec 000, section 4 (sessions).
 */
const REFRESH_EVERY_MS = 5 * 60_000;

/** The session has ended, or never was. */
export class SignedOutError extends Error {
  constructor() {
    super("You are signed out. Sign in again to go on.");
    this.name = "SignedOutError";
  }
}

interface HeldToken {
  token: string;
  fetchedAtMs: number;
}

let held: HeldToken | undefined;
let fetching: Promise<HeldToken> | undefined;
/** Counts sign-outs, so that an answer on its way is not kept after one. */
let era = 0;

/**
 * A token for `Authorization: Bearer`. Parallel callers share one request.
 * @throws SignedOutError once the session has ended; TypeError when the site cannot be reached.
 */
export async function getIdentityToken(): Promise<string> {
  if (held && Date.now() - held.fetchedAtMs < REFRESH_EVERY_MS) return held.token;
  fetching ??= fetchToken().finally(() => {
    fetching = undefined;
  });
  return (await fetching).token;
}

/** Forgets the token: at sign-out, and when the API refuses it. */
export function clearIdentityToken(): void {
  era++;
  held = undefined;
  fetching = undefined;
}

async function fetchToken(): Promise<HeldToken> {
  const eraAtStart = era;
  const response = await fetch("/app/identity-token", {
    headers: { accept: "application/json", "x-parlando-request": "identity-token" },
    credentials: "same-origin",
    cache: "no-store",
  });
  if (response.status === 401) {
    held = undefined;
    throw new SignedOutError();
  }
  if (!response.ok) throw new TypeError(`The identity token could not be fetched (${response.status}).`);
  const { token } = (await response.json()) as { token: string };
  const fresh = { token, fetchedAtMs: Date.now() };
  if (era === eraAtStart) held = fresh;
  return fresh;
}
