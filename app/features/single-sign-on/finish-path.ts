/** The step of our own in which a browser is signed in that a provider has vouched for. */
export function finishPath(ticket: string): string {
  return `/app/sso/finish?${new URLSearchParams({ ticket })}`;
}
