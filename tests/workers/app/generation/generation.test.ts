import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { generate } from "../../../../app/domains/speech/generation";
import { findSpeechModel } from "../../../../app/domains/speech/models";
import type { SpeechDependencies } from "../../../../app/domains/speech/ports";
import type { Generation } from "../../../../app/domains/speech/schema";
import { CATALOGUE } from "../../../../app/domains/voices/catalogue";
import { newId } from "../../../../app/lib/ids";
import { historyItems, subscriptions, usageDays } from "../../../../db/schema";
import type { Env } from "../../../../workers/app/env";
import { speechPool } from "../../../../workers/app/speech-pool";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";

const voiceId = CATALOGUE[0]!.speaker.voiceId;

const request = (
  text: string,
  change: { signal?: AbortSignal; seed?: number; delivery?: "stream" | "whole" } = {},
) => ({
  requestId: newId("req"),
  modelId: "eleven_multilingual_v2",
  entries: [{ voiceId, text }],
  isDialogue: false,
  outputFormat: "mp3_44100_128" as const,
  normalization: "auto" as const,
  keepInHistory: true,
  delivery: "stream" as const,
  ...change,
});

/** The product's own parts, with storage that fails at its next so many writes of a sound. */
function withFailingStorage(failures: number): { dependencies: SpeechDependencies; errors: string[] } {
  const services = servicesForTest(env);
  const errors: string[] = [];
  let left = failures;
  const bucket = env.STORAGE;
  const storage = {
    get: bucket.get.bind(bucket),
    delete: bucket.delete.bind(bucket),
    createMultipartUpload: bucket.createMultipartUpload.bind(bucket),
    async put(...args: Parameters<R2Bucket["put"]>) {
      if (left > 0 && args[0].endsWith(".mp3")) {
        left--;
        throw new Error("storage is out of order");
      }
      return bucket.put(...args);
    },
  } as SpeechDependencies["storage"];
  const dependencies: SpeechDependencies = {
    engines: speechPool(env as unknown as Env),
    findModel: (modelId) => findSpeechModel(modelId, "embedded"),
    storage,
    billing: services.billing,
    history: services.history,
    voices: services.voices,
    reportError: (event) => void errors.push(event),
    waitUntil: () => {},
    nowMs: Date.now,
  };
  return { dependencies, errors };
}

async function drain(generation: Generation): Promise<number> {
  let bytes = 0;
  for await (const frame of generation.frames) if (frame.type === "audio") bytes += frame.bytes.byteLength;
  return bytes;
}

const itemsOf = ({ workspaceId }: TestCaller) =>
  servicesForTest(env).database.select().from(historyItems).where(eq(historyItems.workspaceId, workspaceId));
const subscriptionOf = ({ workspaceId }: TestCaller) => servicesForTest(env).billing.getSubscription(workspaceId);

describe("a generation with the real engine, database and storage", () => {
  it("is charged, kept and counted by day and voice", async () => {
    const caller = await signUpForTest(env);
    const { speech, database } = servicesForTest(env);
    const bytes = await drain(await speech.generate(caller, request("One, two, three.")));
    const [item] = await itemsOf(caller);
    const stored = await servicesForTest(env).history.getItem(caller.workspaceId, item!.id);
    expect(stored.audio.bytes).toBe(bytes);
    expect((await env.STORAGE.head(stored.audio.audioKey))?.size).toBe(bytes);
    expect(await subscriptionOf(caller)).toMatchObject({ characterCount: 16, charactersReserved: 0 });
    const days = await database.select().from(usageDays).where(eq(usageDays.workspaceId, caller.workspaceId));
    expect(days).toMatchObject([{ voiceId, source: "TTS", characters: 16, requests: 1, userId: caller.userId }]);
  });

  it("is stored at the second try when storage fails once", async () => {
    const caller = await signUpForTest(env);
    const { dependencies, errors } = withFailingStorage(1);
    await drain(await generate(dependencies, caller, request("Storage hiccup.")));
    expect(errors).toEqual([]);
    expect(await itemsOf(caller)).toHaveLength(1);
  });

  it("is heard and paid, but leaves no half item, when storage fails twice", async () => {
    const caller = await signUpForTest(env);
    const { dependencies, errors } = withFailingStorage(2);
    expect(await drain(await generate(dependencies, caller, request("Storage failure.")))).toBeGreaterThan(1000);
    expect(errors).toEqual(["sound_not_stored"]);
    expect(await itemsOf(caller)).toHaveLength(0);
    expect(await subscriptionOf(caller)).toMatchObject({ characterCount: 16, charactersReserved: 0 });
  });

  it("that is cancelled in the middle costs what was delivered and gives back the rest", async () => {
    const caller = await signUpForTest(env);
    const { speech } = servicesForTest(env);
    const text = "This goes on for a good while, sentence after sentence. ".repeat(10);
    const generation = await speech.generate(caller, request(text));
    let delivered = 0;
    for await (const frame of generation.frames) {
      if (frame.type !== "timing") continue;
      delivered += frame.timing.alignment.characters.length;
      if (delivered > 60) break;
    }
    await generation.finished;
    const subscription = await subscriptionOf(caller);
    expect(subscription.charactersReserved).toBe(0);
    expect(subscription.characterCount).toBe(delivered);
    expect(await itemsOf(caller)).toHaveLength(0);
  });

  it("is refused past the last credit, however many ask at once, and every place is free afterwards", async () => {
    const caller = await signUpForTest(env);
    const { speech, database, billing } = servicesForTest(env);
    const limit = { characterLimit: 40, tier: "growing_business" };
    await database.update(subscriptions).set(limit).where(eq(subscriptions.workspaceId, caller.workspaceId));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, async (_, seed) =>
        drain(await speech.generate(caller, request("Twelve chars", { seed }))),
      ),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(7);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "quota_exceeded" });
    expect(await subscriptionOf(caller)).toMatchObject({ characterCount: 36, charactersReserved: 0 });
    expect(await itemsOf(caller)).toHaveLength(3);
    const slot = await billing.takeSpeechSlot({
      requestId: "probe",
      workspaceId: caller.workspaceId,
      group: "multilingual",
    });
    expect(slot.current).toBe(1);
    await slot.release();
  });

  it("of two equal requests at once shares one file between two items", async () => {
    const caller = await signUpForTest(env);
    const { speech } = servicesForTest(env);
    await Promise.all([1, 2].map(async () => drain(await speech.generate(caller, request("The same at once.")))));
    const items = await itemsOf(caller);
    expect(items).toHaveLength(2);
    expect(new Set(items.map((item) => item.audioFileId)).size).toBe(1);
    const { objects } = await env.STORAGE.list({ prefix: `workspaces/${caller.workspaceId}/` });
    expect(objects).toHaveLength(2);
  });

  it("that nothing can speak leaves no trace", async () => {
    const caller = await signUpForTest(env);
    const { speech } = servicesForTest(env);
    await expect(speech.generate(caller, request("…!?"))).rejects.toMatchObject({ code: "text_empty", status: 400 });
    expect(await subscriptionOf(caller)).toMatchObject({ characterCount: 0, charactersReserved: 0 });
    const { objects } = await env.STORAGE.list({ prefix: `workspaces/${caller.workspaceId}/` });
    expect(objects).toHaveLength(0);
  });
});
