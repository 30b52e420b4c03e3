/**
 * Calls about one item's link follow each other, so that they arrive and are answered in the order in which they were asked
 * for, also those of a dialog that was closed meanwhile.
 */
const lastCalls = new Map<string, Promise<unknown>>();

function takePlace<T>(historyItemId: string, send: (before: Promise<unknown>) => Promise<T>): Promise<T> {
  const before = lastCalls.get(historyItemId) ?? Promise.resolve();
  const answer = send(before);
  // One that did not wait and is refused has ended nothing of what came before it.
  const end: Promise<unknown> = answer.catch(() => before);
  lastCalls.set(historyItemId, end);
  void end.then(() => lastCalls.get(historyItemId) === end && lastCalls.delete(historyItemId));
  return answer;
}

/** Sends when what was asked before is answered. */
export const inTurn = <T>(historyItemId: string, send: () => Promise<T>): Promise<T> =>
  takePlace(historyItemId, (before) => before.then(send));

/** Sends now; what is asked later waits for it. */
export const atOnce = <T>(historyItemId: string, send: () => Promise<T>): Promise<T> => takePlace(historyItemId, send);
