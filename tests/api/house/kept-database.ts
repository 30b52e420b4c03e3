/** What an installation has on disk, read from a copy of its files while nothing runs on them. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "libsql";

export interface Books {
  subscription: { character_count: number; characters_reserved: number; character_limit: number };
  reservations: {
    request_id: string;
    characters: number;
    charged: number;
    state: string;
    created_at_ms: number;
    delivered: string | null;
  }[];
  usedByDay: number;
  items: { id: string; text: string; request_id: string; audio_file_id: string; bytes: number | null }[];
}

/** The books of the only workspace of an installation. */
export function readBooks(state: string): Books {
  const folder = path.join(state, "app/do/parlando-DatabaseObject");
  const copy = mkdtempSync(path.join(tmpdir(), "parlando-books-"));
  try {
    const files = readdirSync(folder).filter((file) => !file.startsWith("metadata"));
    for (const file of files) if (!file.endsWith("-shm")) copyFileSync(path.join(folder, file), path.join(copy, file));
    const database = new Database(path.join(copy, files.find((file) => file.endsWith(".sqlite"))!));
    const all = <T>(sql: string) => database.prepare(sql).all() as T[];
    const books: Books = {
      subscription: all<Books["subscription"]>("SELECT * FROM subscriptions")[0]!,
      reservations: all(
        "SELECT request_id, characters, charged, state, created_at_ms, delivered FROM credit_reservations",
      ),
      usedByDay: all<{ used: number }>("SELECT coalesce(sum(characters), 0) AS used FROM usage_days")[0]!.used,
      items: all(
        `SELECT h.id, h.text, h.request_id, h.audio_file_id, a.bytes FROM history_items h
           LEFT JOIN audio_files a ON a.id = h.audio_file_id WHERE h.deleted_at_ms IS NULL`,
      ),
    };
    database.close();
    return books;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
