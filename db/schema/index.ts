export * from "./accounts";
export * from "./analytics";
export * from "./billing";
export * from "./history";
export * from "./jobs";
export * from "./sharing";
export * from "./voices";
export * from "./workspaces";
