/** Saves sounds as files. Source: spec 001, sections 5 and 8 (allowed types, missing item). */
import { cleanFileName, withExtension } from "~/domains/history/file-names";
import { ApiError, apiFetch } from "~/lib/api-client";
import { bareType, extensionOfType } from "./file-types";

/** Asks the history for items as one file (a zip when there are several) and saves it. Throws `ApiError` or a plain error with the message to show. */
export async function downloadItems(
  historyItemIds: string[],
  outputFormat: string | null,
  signal?: AbortSignal,
): Promise<void> {
  const response = await apiFetch("/v1/history/download", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      history_item_ids: historyItemIds,
      ...(outputFormat ? { output_format: outputFormat } : {}),
    }),
    signal,
  });
  const type = bareType(response.headers.get("content-type") ?? "");
  const extension = extensionOfType(type);
  if (!extension) throw new Error(`Invalid response type received: '${type}' is not supported.`);
  const fallback = withExtension(extension === "zip" ? "history" : "speech", extension);
  saveBlob(await response.blob(), fileNameOf(response.headers.get("content-disposition")) ?? fallback);
}

/** Downloads the item in the player; when the history does not have it, the player's own sound is saved. */
export async function downloadPlaying(
  historyItemId: string,
  fileName: string | undefined,
  sound: Blob | undefined,
): Promise<void> {
  try {
    await downloadItems([historyItemId], null);
  } catch (error) {
    if (!(error instanceof ApiError && [400, 404].includes(error.status) && sound)) throw error;
    saveBlob(sound, fileName ?? withExtension("speech", extensionOfType(sound.type) ?? "mp3"));
  }
}

/** Hands a file to the browser. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = cleanFileName(fileName);
  link.click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The name in a `content-disposition` header, the encoded one first. */
export function fileNameOf(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? "")?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/.exec(header ?? "")?.[1];
}
