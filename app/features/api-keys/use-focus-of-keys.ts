import { type RefObject, useEffect, useRef, useState } from "react";
import type { ApiKeyRowData } from "./api-key-row";

/**
 * Where the focus goes when what had it is gone: from a deleted key to the one that took its place, from the last key and
 * from the card of a new key to the name of the next new one. Answers what to say of a deletion.
 */
export function useFocusOfKeys(
  apiKeys: readonly ApiKeyRowData[],
  createdKey: string | undefined,
  { list, newName }: { list: RefObject<HTMLElement>; newName: RefObject<HTMLElement> },
): string {
  const [announcement, setAnnouncement] = useState("");
  const before = useRef({ apiKeys, createdKey });
  useEffect(() => {
    const { apiKeys: keysBefore, createdKey: createdBefore } = before.current;
    before.current = { apiKeys, createdKey };
    const place = keysBefore.findIndex((key) => !apiKeys.some(({ apiKeyId }) => apiKeyId === key.apiKeyId));
    // The list comes anew whenever the person's document changes; what was said of it stays said until it differs.
    if (keyIds(keysBefore) !== keyIds(apiKeys))
      setAnnouncement(place < 0 ? "" : `The key ${keysBefore[place]!.name} was deleted.`);
    if (document.activeElement && document.activeElement !== document.body) return;
    if (place >= 0) {
      const row = list.current?.children[Math.min(place, apiKeys.length - 1)];
      (row?.querySelector<HTMLElement>("button") ?? newName.current)?.focus();
    } else if (createdBefore !== undefined && createdKey === undefined) newName.current?.focus();
  }, [apiKeys, createdKey, list, newName]);
  return announcement;
}

const keyIds = (apiKeys: readonly ApiKeyRowData[]) => apiKeys.map(({ apiKeyId }) => apiKeyId).join();
