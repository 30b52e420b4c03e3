/**
 * Calls about one thing follow each other, so that they arrive and are answered in the order in which they were asked for,
 * also those of a dialog or a screen that was left meanwhile. Things are told apart by what they are called.
 */
const lastCalls = new Map<string, Promise<unknown>>();

function takePlace<T>(subject: string, send: (before: Promise<unknown>) => Promise<T>): Promise<T> {
  const before = lastCalls.get(subject) ?? Promise.resolve();
  const answer = send(before);
  // One that did not wait and is refused has ended nothing of what came before it.
  const end: Promise<unknown> = answer.catch(() => before);
  lastCalls.set(subject, end);
  void end.then(() => lastCalls.get(subject) === end && lastCalls.delete(subject));
  return answer;
}

/** Sends when what was asked before is answered. */
export const inTurn = <T>(subject: string, send: () => Promise<T>): Promise<T> =>
  takePlace(subject, (before) => before.then(send));

/** Sends now; what is asked later waits for it. */
export const atOnce = <T>(subject: string, send: () => Promise<T>): Promise<T> => takePlace(subject, send);
