/** What packing a person's data needs from outside. Put in place by `workers/app/services.ts`. */
export interface DataExportPorts {
  storage: Pick<R2Bucket, "get" | "delete">;
  /** Starts the work of an export whose row is there, or goes on with it. Nothing happens where it is at work. */
  startWork(exportId: string): Promise<void>;
  /** Where one process serves all of the installation: when it began. Work begun before stopped with another process. */
  servingSinceMs?: number;
}
