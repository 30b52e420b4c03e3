/** Links to spoken texts, made over HTTP. For tests of what people without an account see. */
import { type OwnWorkspace, ownWorkspace } from "./own-workspace";
import { sharedProduct } from "./product";

export interface MadeShare {
  historyItemId: string;
  shareId: string;
  /** Of its page. */
  path: string;
  settings(settings: Record<string, unknown>): Promise<void>;
  playCount(): Promise<number>;
  revoke(): Promise<void>;
  deleteItem(): Promise<void>;
}

/** Not the demo workspace, whose credits all other tests of the same product use. */
let sharing: Promise<OwnWorkspace> | undefined;

const call = async (path: string, init: { method?: string; body?: unknown } = {}): Promise<Response> => {
  sharing ??= ownWorkspace();
  const response = await (await sharing).call(path, init);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
};

/** Speaks the text and shares it. */
export async function shareText(text: string): Promise<MadeShare> {
  const speech = await call(`/v1/text-to-speech/${sharedProduct().voiceId}`, {
    method: "POST",
    body: { text, model_id: "eleven_flash_v2_5" },
  });
  await speech.arrayBuffer();
  return shareItem(speech.headers.get("history-item-id") ?? "");
}

async function shareItem(historyItemId: string): Promise<MadeShare> {
  const link = `/v1/history/${historyItemId}/share-link`;
  const read = async () =>
    (await (await call(link)).json()) as { share_link: string; share_id: string; play_count: number };
  const { share_link: address, share_id: shareId } = await read();
  return {
    historyItemId,
    shareId,
    path: new URL(address).pathname,
    settings: async (settings) => void (await call(link, { method: "POST", body: settings })),
    playCount: async () => (await read()).play_count,
    revoke: async () => void (await call(link, { method: "DELETE" })),
    deleteItem: async () => void (await call(`/v1/history/${historyItemId}`, { method: "DELETE" })),
  };
}
