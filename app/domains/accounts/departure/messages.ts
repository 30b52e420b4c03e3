/** What people read when they leave. */
export const DEPARTURE_MESSAGES = {
  onlyAdmin: (workspaces: string[]) =>
    `You are the only admin of ${workspaces.map((name) => `“${name}”`).join(", ")}, which others use. Make somebody else an admin first.`,
  alreadyClosed: "This account is closed already.",
  keepLinkInvalid: "This link has expired or was used before. Sign in to keep your account.",
  tooLate: "This account is being erased and cannot be kept any more.",
  kept: "Your account stays. Everything is where it was.",
} as const;
