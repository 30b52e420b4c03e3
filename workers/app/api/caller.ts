/** Who calls the API, as its credentials say. Everything a caller does is scoped to `workspaceId`. */
export type { Caller } from "../../../app/domains/accounts/caller";
