import type { ShellData } from "~/features/shell/shell-data";

/** What the shell knows in component tests: of a member of a workspace of whom nothing is asked. */
export const SHELL_DATA: ShellData = {
  userId: "user_1",
  workspaceId: "workspace_1",
  consent: null,
  checklist: null,
  email: "",
  firstName: "",
  workspaceName: "",
  tierLabel: "",
  credits: { used: 0, limit: 100_000, nextResetMs: 0 },
  isAdmin: false,
  sharing: "link",
  isStaff: false,
  inactivityTimeoutSeconds: null,
  support: null,
};
