/** The files of the zip, one after the other, each read when its turn comes. */
import type { Database } from "../../../../db/client";
import { countHistory, type HistoryEntry, readDocuments, readHistory } from "./contents-store";

/** A file as the zip writer takes it. */
export interface ExportedFile {
  name: string;
  input: string | ReadableStream<Uint8Array>;
  lastModified: Date;
}

export interface ExportContents {
  database: Database;
  storage: Pick<R2Bucket, "get">;
  /** Told after every few sounds (0..1); where it answers false, nothing more is wanted. */
  reportProgress(progress: number): Promise<boolean>;
  nowMs: number;
}

/** Thrown where nobody waits for the rest. */
export class ExportCancelled extends Error {}

const SOUNDS_PER_REPORT = 10;

/**
 * Everything kept about a person: documents as JSON, what they generated as `history.json`, its sounds under `audio/`, and
 * which sounds could not be read. Times are Unix milliseconds.
 * @throws ExportCancelled
 */
export async function* exportedFiles(contents: ExportContents, userId: string): AsyncGenerator<ExportedFile> {
  const { database, storage, reportProgress, nowMs } = contents;
  const documents = await readDocuments(database, userId);
  if (!documents) throw new ExportCancelled();
  const now = new Date(nowMs);
  for (const [name, document] of Object.entries(documents)) {
    yield { name, input: `${JSON.stringify(document, null, 2)}\n`, lastModified: now };
  }
  yield { name: "history.json", input: historyDocument(database, userId), lastModified: now };

  const total = await countHistory(database, userId);
  const missing: string[] = [];
  let done = 0;
  for await (const item of readHistory(database, userId)) {
    if (done % SOUNDS_PER_REPORT === 0 && !(await reportProgress(total === 0 ? 0 : Math.min(1, done / total)))) {
      throw new ExportCancelled();
    }
    const sound = await storage.get(item.audio.audioKey);
    if (sound) yield { name: soundName(item), input: sound.body, lastModified: new Date(item.createdAtMs) };
    else missing.push(item.id);
    done++;
  }
  if (missing.length > 0) yield { name: "not-included.txt", input: `${missing.join("\n")}\n`, lastModified: now };
}

const soundName = ({ id, audio }: HistoryEntry) => `audio/${id}.${audio.audioKey.split(".").at(-1)}`;

/** A JSON array, an item a line, written as it is read. */
function historyDocument(database: Database, userId: string): ReadableStream<Uint8Array> {
  const items = readHistory(database, userId);
  const utf8 = new TextEncoder();
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await items.next();
      if (done) {
        controller.enqueue(utf8.encode(isFirst ? "[]\n" : "\n]\n"));
        return controller.close();
      }
      controller.enqueue(utf8.encode(`${isFirst ? "[\n" : ",\n"}${JSON.stringify(entryOf(value))}`));
      isFirst = false;
    },
    async cancel() {
      await items.return(undefined);
    },
  });
}

/** As it is written: kept JSON as JSON, and the sound by its name in the zip. */
function entryOf(item: HistoryEntry) {
  const { audio, dialogue, settings, feedback, ...plain } = item;
  const { audioKey: _key, ...sound } = audio;
  return {
    ...plain,
    dialogue: dialogue === null ? null : JSON.parse(dialogue),
    settings: JSON.parse(settings),
    feedback: feedback === null ? null : JSON.parse(feedback),
    audio: { file: soundName(item), ...sound },
  };
}
