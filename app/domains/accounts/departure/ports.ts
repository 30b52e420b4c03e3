/** What the end of an account needs from outside the database. Put in place by `workers/app/services.ts`. */

/** The part of object storage that erasing and packing use; an R2 bucket is one. */
export type DepartureStorage = Pick<R2Bucket, "get" | "list" | "delete">;

/** Whose uses of limits are forgotten. */
export interface LimitSubjects {
  emails: string[];
  userIds: string[];
  /** Of API keys and sessions, by which calls are counted. */
  keyIds: string[];
  workspaceIds: string[];
}

export interface DeparturePorts {
  storage: DepartureStorage;
  /** Forgets whatever the workspace's realtime channel keeps. */
  eraseChannel(workspaceId: string): Promise<void>;
  /** Forgets counted uses of limits, and slots. */
  forgetLimits(subjects: LimitSubjects): Promise<void>;
  /** Ends work in the background that is still at it; what has ended or never was is no error. */
  stopWork(work: {
    archiveIds: string[];
    videos: { id: string; attempt: number }[];
    exportIds: string[];
  }): Promise<void>;
  /** Says what went wrong where nobody waits. */
  reportError(event: string, error: unknown, facts: Record<string, string>): void;
}
