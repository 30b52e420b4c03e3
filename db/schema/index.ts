export * from "./accounts";
export * from "./billing";
export * from "./history";
export * from "./jobs";
export * from "./voices";
export * from "./workspaces";
