/**
 * Lets whoever waits for this thread go first: resolves, after about a millisecond, once the event loop has looked for what
 * came in. Without it work whose promises are ready goes on without a pause, however many steps it has.
 */
export const giveWay = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
