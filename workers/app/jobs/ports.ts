/** What jobs call. `workers/app/services.ts` provides it; each method may be called again for the same thing. */
import type { MailMessage } from "../../../app/domains/accounts/ports";
import type { HistoryArchives } from "../../../app/domains/history/archives";
import type { Downloads } from "../../../app/domains/history/downloads";
import type { Database } from "../../../db/client";

export interface JobServices {
  database: Database;
  history: Pick<Downloads, "renderForDownload"> & {
    /** Removes what was deleted longer ago than the time for undo, and the audio that nothing refers to any more. */
    purgeDeleted(): Promise<unknown>;
  };
  mail: {
    /** Hands a mail over for good; rejects when that has to be tried again. `messageId` names the mail across tries. */
    deliver(message: MailMessage, messageId: string): Promise<void>;
  };
  billing: {
    /** Gives back credits that dead requests hold. */
    sweep(): Promise<unknown>;
  };
  accounts: {
    /** Removes ended sessions, codes and tokens. */
    deleteExpired(): Promise<void>;
    dataExport: {
      /** Removes zips of people's data whose time is over, and goes on with what a crash left. */
      sweep(): Promise<void>;
    };
    departure: {
      /** Erases accounts whose time is over. */
      eraseDue(): Promise<void>;
    };
  };
  archives: HistoryArchives;
  sharing: {
    /** What crashes and ended accounts left, and visitors of days that are over. */
    sweep(): Promise<void>;
  };
  analytics: {
    /** Forgets counts that are too old to be shown. */
    sweep(): Promise<void>;
  };
}

/** The part of a request's context that jobs use. */
export interface JobContext {
  services: JobServices;
}
