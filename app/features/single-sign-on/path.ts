/** Where a workspace's admins connect identity providers. */
export const WORKSPACE_SECURITY_PATH = "/app/workspace/security";
