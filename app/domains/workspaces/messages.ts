/** Source: spec 000, section 8 ("Workspace"). */
export const WORKSPACE_MESSAGES = {
  trainingOptOutUpdated: "Workspace training opt out setting successfully updated.",
  trainingOptOutFailed: (message: string) => `Error when updating workspace training opt out setting "${message}"`,
} as const;
