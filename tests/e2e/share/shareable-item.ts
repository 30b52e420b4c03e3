/** What the tests of sharing in a browser need of the product, over its API. */
import type { Locator } from "@playwright/test";
import { sharedProduct } from "../../support/product";

export const spokenText = "The harbour was quiet when the first boats came home, and the lamps burned low.";

/** Calls the API as the demo person; throws for what is no success. */
export async function callApi(path: string, method = "GET", body?: unknown): Promise<Response> {
  const { url, apiKey } = sharedProduct();
  const headers = { "xi-api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const response = await fetch(url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** Switches videos of the demo workspace on or off. */
export async function setFeature(isOn: boolean): Promise<void> {
  await callApi("/v1/workspace/features", "PATCH", { text_to_speech_video: isOn });
}

/** A fresh item in the demo person's history; its id. */
export async function shareableItem(text: string = spokenText, format = "mp3_44100_128"): Promise<string> {
  const { voiceId } = sharedProduct();
  const response = await callApi(`/v1/text-to-speech/${voiceId}?output_format=${format}`, "POST", { text });
  await response.arrayBuffer();
  const id = response.headers.get("history-item-id");
  if (!id) throw new Error("the answer named no history item");
  const deadline = Date.now() + 10_000;
  for (;;) {
    const found = await callApi(`/v1/history/${id}`).catch(() => null);
    if (found) return id;
    if (Date.now() > deadline) throw new Error("the item did not come into the history");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Presses Share in a row of the history: a button, on narrow screens in the row's menu. */
export async function pressShare(row: Locator): Promise<void> {
  await row.hover();
  const more = row.getByRole("button", { name: /^More for/ });
  if (await more.isVisible()) {
    await more.click();
    await row.page().getByRole("menuitem", { name: "Share" }).click();
  } else await row.getByRole("button", { name: "Share" }).click();
}
