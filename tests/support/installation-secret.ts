/** The secret that a local installation made for itself, from a copy of its database's files. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "libsql";
import { deriveSecret } from "../../app/domains/accounts/secrets";

/** `state`: the folder of a running product. With what it answers, tests make tokens that the product itself could have made. */
export async function installationSecret(state: string, purpose: Parameters<typeof deriveSecret>[1]): Promise<string> {
  const folder = path.join(state, "app/do/parlando-DatabaseObject");
  const copy = mkdtempSync(path.join(tmpdir(), "parlando-secret-"));
  try {
    const files = readdirSync(folder).filter((file) => !file.startsWith("metadata") && !file.endsWith("-shm"));
    for (const file of files) copyFileSync(path.join(folder, file), path.join(copy, file));
    const database = new Database(path.join(copy, files.find((file) => file.endsWith(".sqlite"))!));
    const row = database.prepare("SELECT value FROM instance_settings WHERE key = 'session_secret'").get() as {
      value: string;
    };
    database.close();
    return await deriveSecret(row.value, purpose);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
