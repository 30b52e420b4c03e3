import type { Page } from "@playwright/test";
import { ownWorkspace } from "../support/own-workspace";
import { sharedProduct } from "../support/product";
import { EDITOR, expect, openScreen, test } from "../support/signed-in-page";

interface Voice {
  voice_id: string;
  name: string;
}

/** A call of the API by the person who is signed in. */
async function call<T>(path: string, body?: unknown): Promise<T> {
  const { apiKey, url } = sharedProduct();
  const response = await fetch(url + path, {
    headers: { "xi-api-key": apiKey, "content-type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  expect(response.status, path).toBe(200);
  return response.json() as Promise<T>;
}

const store = (voice: Voice, settings: Record<string, number | null>) =>
  call(`/v1/voices/${voice.voice_id}/settings/edit`, settings);

async function pick(page: Page, voice: Voice): Promise<void> {
  await page.getByRole("button", { name: /Change the voice/ }).click();
  await page.getByRole("combobox", { name: "Search voices" }).fill(voice.name);
  await page.getByRole("option").filter({ hasText: voice.name }).first().click();
  await expect(page.getByRole("button", { name: `${voice.name}. Change the voice` })).toBeVisible();
}

const stability = (page: Page) => page.getByRole("slider", { name: "Stability" });

/** What the next generation sends. */
async function sentBy(page: Page): Promise<Record<string, unknown>> {
  const request = page.waitForRequest(/\/v1\/text-to-speech\//);
  await page.keyboard.press("ControlOrMeta+Enter");
  return (await request).postDataJSON();
}

let first: Voice;
let tuned: Voice;
let plain: Voice;
test.beforeAll(async () => {
  const { voices } = await call<{ voices: Voice[] }>("/v1/voices?show_legacy=true");
  [first, tuned, plain] = [voices[0]!, voices[5]!, voices[6]!];
  await store(tuned, { stability: 0.3, speed: 1.1, similarity_boost: 0.7654 });
});
test.afterAll(() => store(tuned, { stability: null, speed: null, similarity_boost: null }));

test("a chosen voice comes with the settings stored for it here, not in another workspace, and what was moved or written stays after a reload, until another voice is chosen", async ({
  page,
}) => {
  const other = await ownWorkspace();
  for (const path of [...[first, plain].map((voice) => `${voice.voice_id}/settings/edit`), "settings/default/edit"])
    expect((await other.call(`/v1/voices/${path}`, { body: { stability: 0.8765 } })).status).toBe(200);
  const data = page.waitForResponse((response) => response.url().endsWith(EDITOR));
  await openScreen(page, EDITOR);
  const html = await (await data).text();
  expect(html.includes("0.7654"), "its own").toBe(true);
  expect(html.includes("0.8765"), "the other's").toBe(false);
  await expect(stability(page)).toHaveAttribute("aria-valuenow", "0.5");

  await pick(page, plain);
  await expect(stability(page)).toHaveAttribute("aria-valuenow", "0.5");
  await pick(page, tuned);
  await expect(stability(page)).toHaveAttribute("aria-valuenow", "0.3");
  await page.getByLabel("Text to speak").fill("As it was tuned.");
  expect((await sentBy(page)).voice_settings).toMatchObject({ stability: 0.3, speed: 1.1, similarity_boost: 0.7654 });

  await stability(page).press("End");
  await page.reload();
  await expect(page.getByLabel("Text to speak")).toHaveValue("As it was tuned.");
  await expect(page.getByRole("button", { name: `${tuned.name}. Change the voice` })).toBeVisible();
  await expect(stability(page)).toHaveAttribute("aria-valuenow", "1");
  await expect(page.getByRole("slider", { name: "Speed" })).toHaveAttribute("aria-valuenow", "1.1");
  await pick(page, plain);
  await expect(stability(page)).toHaveAttribute("aria-valuenow", "0.5");
  await pick(page, tuned);
  await expect(stability(page)).toHaveAttribute("aria-valuenow", "0.3");
  await page.getByRole("button", { name: "Reset to default" }).click();
  await expect(stability(page)).toHaveAttribute("aria-valuenow", "0.5");
});
