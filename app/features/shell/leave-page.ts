let isLeaving = false;

/**
 * Leaves this page for another address, once: that a session has ended is heard from the server and from other tabs, and a second
 * navigation would break the first one off. A page that the browser brings back loads anew.
 */
export function leavePage(path: string): void {
  if (isLeaving) return;
  isLeaving = true;
  window.location.assign(path);
}
