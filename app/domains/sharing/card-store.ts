/** The table of pictures that are in object storage. */
import { and, eq } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { shareCards } from "../../../db/schema";
import type { ItemName, ShareTheme } from "./schema";

export type StoredCard = typeof shareCards.$inferSelect;

const named = ({ workspaceId, historyItemId }: ItemName, theme: ShareTheme) =>
  and(
    eq(shareCards.workspaceId, workspaceId),
    eq(shareCards.historyItemId, historyItemId),
    eq(shareCards.theme, theme),
  );

export async function selectCard(database: Database, name: ItemName, theme: ShareTheme): Promise<StoredCard | null> {
  const [row] = await database.select().from(shareCards).where(named(name, theme));
  return row ?? null;
}

/** Writes the card in the place of an older one; answers the older one's key where it was another. */
export async function replaceCard(database: Database, card: StoredCard): Promise<string | null> {
  const { fingerprint, cardKey, createdAtMs } = card;
  const [older] = await database.batch([
    database.select({ cardKey: shareCards.cardKey }).from(shareCards).where(named(card, card.theme)),
    database
      .insert(shareCards)
      .values(card)
      .onConflictDoUpdate({
        target: [shareCards.workspaceId, shareCards.historyItemId, shareCards.theme],
        set: { fingerprint, cardKey, createdAtMs },
      }),
  ]);
  const olderKey = older[0]?.cardKey;
  return olderKey !== undefined && olderKey !== cardKey ? olderKey : null;
}
