/** Calls that cost something only stand as long as somebody waits for their answer. */
import type { RequestContext } from "../context";

/** About a call that is answered sooner nobody is asked. */
const ASK_EVERY_MS = 500;

interface Call {
  request: Request;
  context: RequestContext;
}

/**
 * Answers a call with a signal that fires when its client leaves before the answer begins; later on a failing write tells.
 * The runtime drops the work of a client that has left, and what was held for it has to be given back, hence `waitUntil`.
 */
export function whileClientStays<T extends Call>(
  call: T,
  answer: (call: T & { signal: AbortSignal }) => Promise<Response>,
): Promise<Response> {
  const { request, context } = call;
  const ended = new AbortController();
  const timer = watch(call, () => ended.abort());
  const signal = AbortSignal.any([request.signal, ended.signal]);
  const answering = answer({ ...call, signal }).finally(() => clearInterval(timer));
  context.waitUntil(
    answering.then(
      () => {},
      () => {},
    ),
  );
  return answering;
}

/** On a machine of one's own the request's signal does not tell of a client that ends its connection in order; the starter does. */
function watch({ request, context }: Call, onEnded: () => void): ReturnType<typeof setInterval> | undefined {
  const { ENDED_CLIENTS: clients } = context.env;
  const { clientIp: peer } = (request.cf ?? {}) as { clientIp?: string };
  if (!clients || !peer) return undefined;
  return setInterval(async () => {
    try {
      const asked = await clients.fetch(`http://clients/?peer=${encodeURIComponent(peer)}`);
      if ((await asked.text()) === "ended") onEnded();
    } catch {
      // The starter is busy or ends; the call goes on.
    }
  }, ASK_EVERY_MS);
}
