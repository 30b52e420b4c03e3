export * from "./accounts";
export * from "./billing";
export * from "./history";
export * from "./voices";
export * from "./workspaces";
