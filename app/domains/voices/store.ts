/** A workspace's own settings for voices. */
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { voiceSettings } from "../../../db/schema";
import type { VoiceSettings } from "./schema";

/** The row of a workspace's defaults. No voice has this id. */
export const WORKSPACE_DEFAULTS = "";

/** Rows by voice id, of the given voices and the workspace's defaults; all rows when none are given. */
export async function findVoiceSettings(
  database: Database,
  workspaceId: string,
  voiceIds?: readonly string[],
): Promise<Map<string, VoiceSettings>> {
  const ofWorkspace = eq(voiceSettings.workspaceId, workspaceId);
  const rows = await database
    .select()
    .from(voiceSettings)
    .where(
      voiceIds ? and(ofWorkspace, inArray(voiceSettings.voiceId, [...voiceIds, WORKSPACE_DEFAULTS])) : ofWorkspace,
    );
  return new Map(rows.map(({ workspaceId: _, voiceId, ...settings }) => [voiceId, settings]));
}

/** `base` with `changes`, on top of a row that may be there already. One statement, so that two edits do not mix. */
export async function upsertVoiceSettings(
  database: Database,
  row: { workspaceId: string; voiceId: string },
  base: VoiceSettings,
  changes: Partial<VoiceSettings>,
): Promise<void> {
  const insert = database.insert(voiceSettings).values({ ...row, ...base, ...changes });
  const target = [voiceSettings.workspaceId, voiceSettings.voiceId];
  if (Object.keys(changes).length === 0) await insert.onConflictDoNothing();
  else await insert.onConflictDoUpdate({ target, set: changes });
}
