/** Items as files: one as itself, several as a zip. Source: spec 001, sections 5 and 7; contract, `history.download`. */
import { downloadZip } from "client-zip";
import type { Database } from "../../../db/client";
import { contentTypeOf, extensionOf, isOutputFormat } from "../../../workers/speech/formats";
import type { OutputFormat } from "../../../workers/speech/protocol";
import { AppError } from "../../lib/app-error";
import { archiveFileName, downloadFileName, uniqueFileNames, withExtension } from "./file-names";
import { historyMessages } from "./messages";
import { HISTORY_ITEMS_AT_ONCE, type HistoryItem, type ObjectStorage } from "./schema";
import { selectItemsById } from "./store";
import { requireTranscodable, type Transcoder, transcodeSound, wantedFormat } from "./transcoding";

/** As many as storage is asked about in one go. */
const HEADS_AT_ONCE = 50;

/** A file to send. `length` in bytes where it is known before the body was read. */
export interface DownloadFile {
  name: string;
  contentType: string;
  length: number | null;
  modifiedAtMs: number;
  body: ReadableStream<Uint8Array> | Uint8Array;
}

export interface Downloads {
  /**
   * One item is answered as its sound, several as a zip that is made while it is sent. Ids may repeat. 400 without
   * ids, with too many, or with an unknown format; 404 naming the ids that do not exist in this workspace, or whose sound is
   * not as it was stored. Of a zip the first sound is ready when this answers; its body fails where a later one cannot be made.
   */
  downloadItems(workspaceId: string, ids: string[], outputFormat?: string | null): Promise<DownloadFile>;
  /** One item as a file in the wanted format; null when it is gone. For archives made in the background. */
  renderForDownload(workspaceId: string, id: string, outputFormat?: string | null): Promise<DownloadFile | null>;
}

interface DownloadDependencies {
  database: Database;
  storage: Pick<ObjectStorage, "get" | "head">;
  transcoder: Transcoder;
  nowMs(): number;
}

export function createDownloads({ database, storage, transcoder, nowMs }: DownloadDependencies): Downloads {
  async function render(item: HistoryItem, asked: string | null | undefined): Promise<DownloadFile> {
    const { own, format } = formatsOf(item, asked);
    const object = await storage.get(item.audio.audioKey);
    if (!object) throw new AppError("history_item_not_found", 404, historyMessages.itemNotFound(item.id));
    const file = {
      name: fileNameOf(item, extensionOf(format)),
      contentType: contentTypeOf(format),
      modifiedAtMs: item.createdAtMs,
    };
    if (format === own) return { ...file, length: item.audio.bytes, body: object.body };
    const body = await transcodeSound(transcoder, await object.bytes(), own, format);
    return { ...file, length: body.byteLength, body };
  }

  /** Refuses (404) items whose sound is not in storage as it was put there. */
  async function requireSounds(items: HistoryItem[]): Promise<void> {
    const missing: string[] = [];
    for (let from = 0; from < items.length; from += HEADS_AT_ONCE) {
      const group = items.slice(from, from + HEADS_AT_ONCE);
      const heads = await Promise.all(group.map(({ audio }) => storage.head(audio.audioKey)));
      missing.push(...group.filter(({ audio }, i) => heads[i]?.size !== audio.bytes).map(({ id }) => id));
    }
    if (missing.length === 0) return;
    throw new AppError("history_item_not_found", 404, historyMessages.soundsMissing(missing));
  }

  return {
    async downloadItems(workspaceId, ids, outputFormat) {
      const unique = [...new Set(ids)];
      if (unique.length === 0) throw refusal(historyMessages.noItemsGiven);
      // More are made in the background as an archive.
      if (unique.length > HISTORY_ITEMS_AT_ONCE) throw refusal(historyMessages.tooManyItems(HISTORY_ITEMS_AT_ONCE));
      const found = new Map((await selectItemsById(database, workspaceId, unique)).map((item) => [item.id, item]));
      const missing = unique.filter((id) => !found.has(id));
      if (missing.length > 0) {
        throw new AppError("history_item_not_found", 404, historyMessages.itemsNotFound(missing));
      }
      const items = unique.map((id) => found.get(id)!);
      const [first, ...others] = items as [HistoryItem, ...HistoryItem[]];
      // Before the first byte: a zip that breaks in the middle tells nobody why.
      for (const item of items) formatsOf(item, outputFormat);
      if (others.length > 0) await requireSounds(items);
      const file = await render(first, outputFormat);
      return others.length === 0 ? file : zipOf(file, others, (item) => render(item, outputFormat), nowMs());
    },

    async renderForDownload(workspaceId, id, outputFormat) {
      const [item] = await selectItemsById(database, workspaceId, [id]);
      return item ? render(item, outputFormat) : null;
    },
  };
}

/** A zip of a file and of others that are fetched one after the other as it is read. */
function zipOf(
  first: DownloadFile,
  others: HistoryItem[],
  render: (item: HistoryItem) => Promise<DownloadFile>,
  nowMs: number,
): DownloadFile {
  async function* entries() {
    const taken: string[] = [];
    const entryOf = (file: DownloadFile) => {
      taken.push(file.name);
      const name = uniqueFileNames(taken).at(-1)!;
      return { name, input: file.body, size: file.length ?? undefined, lastModified: new Date(file.modifiedAtMs) };
    };
    yield entryOf(first);
    for (const item of others) yield entryOf(await render(item));
  }
  return {
    name: archiveFileName(Math.floor(nowMs / 1000)),
    contentType: "application/zip",
    length: null,
    modifiedAtMs: nowMs,
    // Typed as nullable in general; a zip always has a body.
    body: downloadZip(entries()).body!,
  };
}

/** The item's own format and the wanted one. 400 for one that is unknown or that so long an item cannot be turned into. */
function formatsOf(item: HistoryItem, asked: string | null | undefined): { own: OutputFormat; format: OutputFormat } {
  const own = requireFormat(item.audio.outputFormat);
  const format = wantedFormat(asked, own);
  requireTranscodable(item.audio, own, format);
  return { own, format };
}

/** By the naming rules. */
export function fileNameOf(item: HistoryItem, extension = extensionOf(requireFormat(item.audio.outputFormat))): string {
  const { settings } = item;
  const number = (key: string) => (typeof settings[key] === "number" ? settings[key] : null);
  return downloadFileName({
    name: item.voiceName,
    dateUnix: Math.floor(item.createdAtMs / 1000),
    category: item.voiceCategory,
    modelId: item.modelId,
    voiceSettings: {
      speed: number("speed"),
      stability: number("stability"),
      similarityBoost: number("similarity_boost"),
      style: number("style"),
      quality: number("quality"),
      useSpeakerBoost: settings.use_speaker_boost === true,
    },
    outputFormat: extension,
  });
}

/** For people who have no more than a link: nothing of when and how it was made. */
export const publicFileNameOf = (item: HistoryItem) =>
  withExtension("text-to-speech", extensionOf(requireFormat(item.audio.outputFormat)));

function requireFormat(name: string): OutputFormat {
  if (!isOutputFormat(name)) throw new Error(`a stored sound has the unknown format ${name}`);
  return name;
}

const refusal = (message: string) => new AppError("invalid_request", 400, message, { param: "history_item_ids" });
