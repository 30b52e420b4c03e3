import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { users } from "../../../db/schema";

/** The names of somebody, or null when they are gone. */
export async function selectSpeaker(
  database: Database,
  userId: string,
): Promise<{ publicUserName: string; firstName: string } | null> {
  const [row] = await database
    .select({ publicUserName: users.publicUserName, firstName: users.firstName })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? null;
}
