/**
 * Requests to addresses that somebody else chose. They reach public hosts only, follow no redirect, and end after a few
 * seconds and a few hundred kilobytes, so that nobody sends this installation into its own network or keeps it waiting.
 */
import { isIp, isPublicIp, mayBePublicHost } from "../../app/lib/public-address";

export type RefusalReason = "not_https" | "private_address" | "redirected" | "too_large" | "too_slow" | "not_reached";

/** Why a request was not made, or its answer not taken. */
export class OutgoingRequestRefused extends Error {
  constructor(
    readonly reason: RefusalReason,
    readonly host: string,
    options?: ErrorOptions,
  ) {
    super(`${reason}: ${host}`, options);
    this.name = "OutgoingRequestRefused";
  }
}

export interface GuardedFetchOptions {
  /** Also plain HTTP and hosts of one's own network: for addresses from the installation's own settings, and tests. */
  trusted?: boolean;
  /** The addresses of a name, where they can be looked up; each has to be public. */
  findAddresses?: (hostname: string) => Promise<string[]>;
  timeoutMs?: number;
  maxBytes?: number;
  /** The fetch underneath. */
  send?: typeof fetch;
}

const TIMEOUT_MS = 6_000;
const MAX_BYTES = 512 * 1024;

export type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A `fetch` whose answers are read whole. @throws OutgoingRequestRefused */
export function createGuardedFetch({
  trusted = false,
  findAddresses,
  timeoutMs = TIMEOUT_MS,
  maxBytes = MAX_BYTES,
  send = fetch,
}: GuardedFetchOptions = {}): GuardedFetch {
  return async (input, init = {}) => {
    const url = new URL(input);
    const host = url.hostname;
    requirePlainAddress(url, trusted);
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      if (!trusted) await requirePublicAddresses(host, findAddresses);
      const response = await send(url.href, { ...init, redirect: "manual", signal: deadline });
      if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
        void response.body?.cancel();
        throw new OutgoingRequestRefused("redirected", host);
      }
      const body = await readWithin(response, maxBytes, deadline, host);
      const { status, statusText, headers } = response;
      return new Response(isBodiless(status) ? null : body, { status, statusText, headers });
    } catch (cause) {
      if (cause instanceof OutgoingRequestRefused) throw cause;
      throw new OutgoingRequestRefused(deadline.aborted ? "too_slow" : "not_reached", host, { cause });
    }
  };
}

const isBodiless = (status: number) => status === 204 || status === 205;

function requirePlainAddress(url: URL, trusted: boolean): void {
  const plainHttp = trusted && url.protocol === "http:";
  if (url.protocol !== "https:" && !plainHttp) throw new OutgoingRequestRefused("not_https", url.hostname);
  if (url.username !== "" || url.password !== "" || (!trusted && !mayBePublicHost(url.hostname)))
    throw new OutgoingRequestRefused("private_address", url.hostname);
}

async function requirePublicAddresses(host: string, find: GuardedFetchOptions["findAddresses"]): Promise<void> {
  if (!find || isIp(host)) return;
  const addresses = await find(host);
  if (addresses.some((address) => !isPublicIp(address))) throw new OutgoingRequestRefused("private_address", host);
}

async function readWithin(response: Response, maxBytes: number, deadline: AbortSignal, host: string) {
  if (!response.body) return null;
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not each runtime ends a body that is under way when the signal says so.
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener("abort", () => reject(new OutgoingRequestRefused("too_slow", host)), { once: true });
  });
  late.catch(() => {});
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return new Blob(chunks as BlobPart[]);
      size += value.byteLength;
      if (size > maxBytes) throw new OutgoingRequestRefused("too_large", host);
      chunks.push(value);
    }
  } catch (error) {
    void reader.cancel().catch(() => {});
    throw error;
  }
}
