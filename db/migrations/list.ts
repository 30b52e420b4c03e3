/** The migration files in the order of application. A test compares this list with drizzle-kit's journal. */
import type { Migration } from "../migration-plan";
import foundation from "./0000_foundation.sql";
import historySearch from "./0001_history_search.sql";
import failedJobs from "./0002_failed_jobs.sql";
import completedJobs from "./0003_completed_jobs.sql";
import sharing from "./0004_sharing.sql";
import accounts from "./0005_accounts.sql";
import sessionInactivity from "./0006_session_inactivity.sql";
import keyCredits from "./0007_key_credits.sql";
import sessionProvider from "./0008_session_provider.sql";
import historyDialogues from "./0009_history_dialogues.sql";
import tokenSessions from "./0010_token_sessions.sql";
import deliveredSoFar from "./0011_delivered_so_far.sql";
import lastNote from "./0012_last_note.sql";
import dialogueVoices from "./0013_dialogue_voices.sql";

export const migrations: Migration[] = [
  { tag: "0000_foundation", sql: foundation },
  { tag: "0001_history_search", sql: historySearch },
  { tag: "0002_failed_jobs", sql: failedJobs },
  { tag: "0003_completed_jobs", sql: completedJobs },
  { tag: "0004_sharing", sql: sharing },
  { tag: "0005_accounts", sql: accounts },
  { tag: "0006_session_inactivity", sql: sessionInactivity },
  { tag: "0007_key_credits", sql: keyCredits },
  { tag: "0008_session_provider", sql: sessionProvider },
  { tag: "0009_history_dialogues", sql: historyDialogues },
  { tag: "0010_token_sessions", sql: tokenSessions },
  { tag: "0011_delivered_so_far", sql: deliveredSoFar },
  { tag: "0012_last_note", sql: lastNote },
  { tag: "0013_dialogue_voices", sql: dialogueVoices },
];
