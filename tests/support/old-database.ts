/** A database as the first version left it, with people, a workspace and history in it. */
import { CREATE_JOURNAL, type Migration, splitMigration, withChecksums } from "../../db/migration-plan";

export interface OldStatement {
  sql: string;
  args: (string | number)[];
}

type OldItem = Parameters<typeof historyRow>[0];

const HISTORY: Omit<OldItem, "createdAtMs">[] = [
  { id: "hist_old1", workspaceId: "ws_old", text: "Grüße aus dem Süden", voiceName: "Clara" },
  {
    id: "hist_old2",
    workspaceId: "ws_old",
    text: "A quiet morning by the sea",
    voiceName: "Bruno",
    dialogue: [
      { text: "A quiet morning", voiceName: "Bruno" },
      { text: "by the sea", voiceName: "Óscar" },
    ],
  },
  { id: "hist_other", workspaceId: "ws_other", text: "A quiet evening elsewhere", voiceName: "Clara" },
];

/** The statements that build it; `foundation` is the first migration. */
export async function oldDatabase(foundation: Migration): Promise<OldStatement[]> {
  const [checked] = await withChecksums([foundation]);
  const plain = (sql: string): OldStatement => ({ sql, args: [] });
  return [
    ...splitMigration(foundation.sql).map(plain),
    plain(CREATE_JOURNAL),
    { sql: "INSERT INTO schema_migrations VALUES (?, ?, 1)", args: [foundation.tag, checked!.checksum] },
    plain(
      "INSERT INTO users (id, email, password_hash, public_user_id, created_at_ms) VALUES ('user_old', 'old@example.com', 'x', 'p', 1)",
    ),
    plain("INSERT INTO workspaces (id, name, owner_id, created_at_ms) VALUES ('ws_old', 'Old', 'user_old', 1)"),
    ...HISTORY.flatMap((item, i) => historyRow({ ...item, createdAtMs: 1000 + i })),
  ];
}

/** The rows of one history item with its audio file. */
export function historyRow(item: {
  id: string;
  workspaceId: string;
  text: string;
  voiceName: string;
  dialogue?: { text: string; voiceName: string }[];
  createdAtMs: number;
}): OldStatement[] {
  return [
    {
      sql: `INSERT INTO audio_files (id, workspace_id, fingerprint, audio_key, timings_key, output_format, content_type, bytes, duration_ms, peaks, created_at_ms)
        VALUES (?, ?, ?, 'k', 't', 'mp3_44100_128', 'audio/mpeg', 1, 1, '[]', ?)`,
      args: [`audio_${item.id}`, item.workspaceId, item.id, item.createdAtMs],
    },
    {
      sql: `INSERT INTO history_items (id, workspace_id, user_id, request_id, audio_file_id, voice_id, voice_name, voice_category, model_id, text, dialogue, settings, source, character_count_from, character_count_to, created_at_ms)
        VALUES (?, ?, 'user_old', ?, ?, 'v', ?, 'premade', 'm', ?, nullif(?, ''), '{}', 'TTS', 0, 1, ?)`,
      args: [
        item.id,
        item.workspaceId,
        `req_${item.id}`,
        `audio_${item.id}`,
        item.voiceName,
        item.text,
        item.dialogue ? JSON.stringify(item.dialogue) : "",
        item.createdAtMs,
      ],
    },
  ];
}
