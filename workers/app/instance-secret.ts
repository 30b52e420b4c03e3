/** The installation's secret: `SESSION_SECRET`, or outside production one that is made once and kept in the database. */
import { eq } from "drizzle-orm";
import { deriveSecret, randomHex } from "../../app/domains/accounts/secrets";
import type { Database } from "../../db/client";
import { instanceSettings } from "../../db/schema";
import type { Variables } from "./env";

const SETTING = "session_secret";
/** The value, never a pending promise: those belong to the request that made them. */
let known: string | undefined;

/** 64 hexadecimal digits, or the configured text. The same for every process of an installation. */
export async function instanceSecret(database: Database, variables: Variables): Promise<string> {
  if (variables.SESSION_SECRET) return variables.SESSION_SECRET;
  if (variables.APP_ENV === "production") throw new Error("SESSION_SECRET is not set");
  known ??= await readOrMake(database);
  return known;
}

/** By purpose and the installation's secret, as each page of a signed-in person needs them several times. */
const derived = new Map<string, string>();

/** The installation's secret for one purpose; see `deriveSecret`. */
export async function secretFor(
  purpose: Parameters<typeof deriveSecret>[1],
  database: Database,
  variables: Variables,
): Promise<string> {
  const secret = await instanceSecret(database, variables);
  const key = `${purpose} ${secret}`;
  let value = derived.get(key);
  if (value === undefined) {
    value = await deriveSecret(secret, purpose);
    derived.set(key, value);
  }
  return value;
}

async function readOrMake(database: Database): Promise<string> {
  // Whoever inserts first decides; the others read that value.
  await database
    .insert(instanceSettings)
    .values({ key: SETTING, value: randomHex(32) })
    .onConflictDoNothing();
  const rows = await database.select().from(instanceSettings).where(eq(instanceSettings.key, SETTING)).limit(1);
  const value = rows[0]?.value;
  if (!value) throw new Error("The session secret could not be stored");
  return value;
}
