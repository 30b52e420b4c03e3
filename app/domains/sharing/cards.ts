/** Pictures of items: made once for each theme, kept in object storage, and made again when they would show something else. */
import type { Database } from "../../../db/client";
import { AppError } from "../../lib/app-error";
import type { HistoryItem } from "../history/schema";
import type { HistoryService } from "../history/service";
import { replaceCard, selectCard } from "./card-store";
import { sharingMessages } from "./messages";
import type { Permission } from "./permission";
import type { MediaPort, ShareStorage } from "./ports";
import { RenderSlots } from "./render-slots";
import type { Member, ShareTheme } from "./schema";
import { fingerprintOf, shownSpeechOf } from "./shown-speech";

/** A picture shows at most the beginning of a text; more would only be carried to and fro. */
const SHOWN_CHARACTERS = 1_500;

/** Of all requests of an isolate: a storm of previews must not keep speech from its turn. */
const slots = new RenderSlots({ limit: 2, longestWaitMs: 8_000 });

/** A PNG of 1200 by 630 pixels. `etag` with its quotes; it changes with what is on the picture. */
export interface Card {
  etag: string;
  body: Uint8Array | ReadableStream;
}

export interface Cards {
  /**
   * The picture of an item.
   * @param mayRender asked before one is made; throws to refuse
   * @throws AppError system_busy (503) when too many are being made.
   */
  openCard(item: HistoryItem, theme: ShareTheme, mayRender: () => Promise<void>): Promise<Card>;
  /** The picture for a member who is about to make a video. 403 and 400 as for the video itself. */
  previewCard(member: Member, historyItemId: string, theme: ShareTheme): Promise<Card>;
}

interface CardDependencies {
  database: Database;
  storage: ShareStorage;
  media: MediaPort;
  history: Pick<HistoryService, "getItem">;
  permission: Pick<Permission, "requireVideo">;
  nowMs(): number;
}

export function createCards({ database, storage, media, history, permission, nowMs }: CardDependencies): Cards {
  async function openCard(item: HistoryItem, theme: ShareTheme, mayRender: () => Promise<void>): Promise<Card> {
    const speech = await shownSpeechOf(database, item);
    const fingerprint = await fingerprintOf(item, speech);
    const etag = `"${fingerprint}-${theme}"`;
    const name = { workspaceId: item.workspaceId, historyItemId: item.id };

    const openKept = async (): Promise<Card | null> => {
      const kept = await selectCard(database, name, theme);
      if (kept?.fingerprint !== fingerprint) return null;
      const object = await storage.get(kept.cardKey);
      return object && { etag, body: object.body };
    };

    const kept = await openKept();
    if (kept) return kept;
    await mayRender();
    const card = await slots.run(async () => {
      // Somebody else may have made it while this request waited for its turn.
      const madeMeanwhile = await openKept();
      if (madeMeanwhile) return madeMeanwhile;
      const text = Array.from(speech.text).slice(0, SHOWN_CHARACTERS).join("");
      const body = await media.renderCard({ theme, speech: { ...speech, text } });
      await keep({ ...name, theme, fingerprint, body });
      return { etag, body };
    });
    if (!card) throw new AppError("system_busy", 503, sharingMessages.busy, { retryAfterSeconds: 2 });
    return card;
  }

  /** Row first, then the object: what a crash leaves behind is found by its row. */
  async function keep(card: {
    workspaceId: string;
    historyItemId: string;
    theme: ShareTheme;
    fingerprint: string;
    body: Uint8Array;
  }): Promise<void> {
    const { body, ...row } = card;
    const cardKey = `workspaces/${row.workspaceId}/cards/${row.historyItemId}/${row.theme}-${row.fingerprint}.png`;
    const olderKey = await replaceCard(database, { ...row, cardKey, createdAtMs: nowMs() });
    await storage.put(cardKey, body, { httpMetadata: { contentType: "image/png" } });
    if (olderKey !== null) await storage.delete(olderKey);
    // The item may have been purged meanwhile, along with the rows of its pictures.
    if ((await selectCard(database, row, row.theme))?.cardKey !== cardKey) await storage.delete(cardKey);
  }

  return {
    openCard,
    async previewCard({ workspaceId }, historyItemId, theme) {
      const item = await history.getItem(workspaceId, historyItemId);
      await permission.requireVideo(item);
      return openCard(item, theme, async () => undefined);
    },
  };
}
