/** What people read about the zip of their data. */
export const EXPORT_MESSAGES = {
  underWay: "Your data is being packed already.",
  notFound: "There is no such file. It may have expired; ask for a new one.",
  failed: "Your data could not be packed. Please try again later.",
  signedInOnly: "Only somebody who is signed in with a browser can do this.",
} as const;
