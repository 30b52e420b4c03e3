/**
 * Everything generation needs, in memory, with real rules: credits that are held, charged and given back, slots, history,
 * storage. The engine says what a test gives it, frame by frame, and can fail or wait anywhere.
 */
import { sql } from "drizzle-orm";
import type { BillingService } from "../../app/domains/billing/service";
import type { NewAudioFile, NewHistoryItem, StoredAudio } from "../../app/domains/history/schema";
import { findSpeechModel } from "../../app/domains/speech/models";
import type { SpeechDependencies } from "../../app/domains/speech/ports";
import type { GenerationRequest } from "../../app/domains/speech/schema";
import { CATALOGUE } from "../../app/domains/voices/catalogue";
import { DEFAULT_VOICE_SETTINGS } from "../../app/domains/voices/schema";
import { AppError } from "../../app/lib/app-error";
import type { SpeakRequest, SpeechFrame } from "../../workers/speech/protocol";
import { memoryStorage } from "./memory-storage";
import { framesOfStretches } from "./speech-frames";

/** A step of the engine: a frame, an error to throw, or a promise to wait for. */
export type EngineStep = SpeechFrame | Error | Promise<unknown>;

export const VOICE_ID = CATALOGUE[0]!.speaker.voiceId;
export const SECOND_VOICE_ID = CATALOGUE[1]!.speaker.voiceId;
export const caller = { userId: "user_1", workspaceId: "ws_1" };

export function speechRequest(change: Partial<GenerationRequest> = {}): GenerationRequest {
  return {
    requestId: "req_1",
    modelId: "eleven_multilingual_v2",
    entries: [{ voiceId: VOICE_ID, text: "One. Two. Three." }],
    isDialogue: false,
    outputFormat: "mp3_44100_128",
    normalization: "auto",
    keepInHistory: true,
    delivery: "stream",
    ...change,
  };
}

export function speechDouble(options: { creditLimit?: number; slots?: number; tier?: string } = {}) {
  const { creditLimit = 10_000, slots = 2, tier = "free" } = options;
  const storage = memoryStorage();
  const credits = { used: 0, held: new Map<string, number>(), noted: [] as number[], ended: new Map<string, number>() };
  const slotsTaken = new Set<string>();
  const files: StoredAudio[] = [];
  const fingerprints = new Map<string, StoredAudio>();
  const items: NewHistoryItem[] = [];
  const errors: string[] = [];
  let failingItems = 0;
  const spoken: SpeakRequest[] = [];
  const pending: Promise<unknown>[] = [];
  const engine = {
    steps: framesOfStretches(["One. ", "Two. ", "Three."]) as EngineStep[],
    cancelled: false,
    /** What a sound of several requests ends with, and whether what was said before was worth speaking again for it. */
    tail: new Uint8Array(0),
    /** What lets it out. */
    pause: { bytes: new Uint8Array(0), seconds: 0 },
    ends: [] as { isWorthRespeaking: boolean }[],
    /** How many frames were taken from it. */
    taken: 0,
  };

  function addFile({ workspaceId, fingerprint, ...audio }: NewAudioFile): StoredAudio {
    const name = `${workspaceId} ${fingerprint}`;
    const existing = fingerprints.get(name);
    if (existing) return existing;
    fingerprints.set(name, audio);
    files.push(audio);
    return audio;
  }

  function addItem(item: NewHistoryItem): StoredAudio {
    const { audioKey, timingsKey } = item.audio;
    if (![audioKey, timingsKey].every((key) => storage.objects.has(key))) throw new Error("an item without its sound");
    const audio = "fingerprint" in item.audio ? addFile(item.audio) : item.audio;
    items.push({ ...item, audio });
    return audio;
  }

  const speak = async (request: SpeakRequest) => {
    spoken.push(request);
    engine.cancelled = false;
    let stopped = false;
    let wake = () => {};
    const cancelled = new Promise<void>((resolve) => {
      wake = resolve;
    });
    async function* frames() {
      for (const step of engine.steps) {
        if (step instanceof Error) throw step;
        if (step instanceof Promise) await Promise.race([step, cancelled]);
        else {
          if (stopped) return;
          engine.taken++;
          yield step;
        }
      }
    }
    return {
      frames: frames(),
      cancel() {
        stopped = true;
        engine.cancelled = true;
        wake();
      },
    };
  };

  const dependencies: SpeechDependencies = {
    findModel: (modelId) => findSpeechModel(modelId, "embedded"),
    storage,
    engines: {
      speak,
      openSound: () => ({
        speak,
        pause: async () => engine.pause,
        async finish(how) {
          engine.ends.push(how);
          return engine.tail;
        },
      }),
    },
    billing: {
      getSubscription: async () => ({ tier }) as Awaited<ReturnType<BillingService["getSubscription"]>>,
      async reserve({ requestId, credits: wanted }) {
        const held = [...credits.held.values()].reduce((sum, one) => sum + one, 0);
        if (credits.used + held + wanted > creditLimit) throw new AppError("quota_exceeded", 401, "quota");
        credits.held.set(requestId, wanted);
        return { requestId, credits: wanted, alreadySettled: false };
      },
      async settle({ requestId, credits: charged, usage }, alongside) {
        const before = credits.ended.get(requestId);
        if (before !== undefined)
          return { charged: before, characterCountFrom: credits.used - before, characterCountTo: credits.used };
        const held = credits.held.get(requestId);
        if (held === undefined) throw new AppError("conflict", 409, "nothing is held for this request");
        if (charged > held) throw new Error("more was charged than held");
        if (usage.reduce((sum, entry) => sum + entry.credits, 0) !== charged) throw new Error("usage does not add up");
        // Where they fail, all of the batch does.
        const none = { isCharging: sql``, characterCountFrom: sql``, characterCountTo: sql`` };
        alongside?.statements(none);
        credits.held.delete(requestId);
        credits.used += charged;
        credits.ended.set(requestId, charged);
        const settlement = { charged, characterCountFrom: credits.used - charged, characterCountTo: credits.used };
        alongside?.committed([], settlement);
        return settlement;
      },
      async noteDelivered(requestId, usage) {
        if (!credits.held.has(requestId)) throw new Error("a note on a request that has ended");
        credits.noted.push(usage.reduce((sum, entry) => sum + entry.credits, 0));
      },
      async release(requestId) {
        credits.held.delete(requestId);
      },
      async takeSpeechSlot({ requestId }) {
        if (slotsTaken.size >= slots) throw new AppError("too_many_concurrent_requests", 429, "busy");
        slotsTaken.add(requestId);
        return {
          current: slotsTaken.size,
          maximum: slots,
          headers: {},
          stillAtWork: () => undefined,
          release: async () => void slotsTaken.delete(requestId),
        };
      },
    },
    history: {
      findAudioByFingerprint: async (workspaceId, fingerprint) =>
        fingerprints.get(`${workspaceId} ${fingerprint}`) ?? null,
      addItem: async (item) => addItem(item),
      itemAlongside: (item, added) => ({
        statements() {
          if (failingItems === 0) return [];
          failingItems--;
          throw new Error("the database refuses the item");
        },
        committed: (_results, { characterCountFrom, characterCountTo }) =>
          added(addItem({ ...item, characterCountFrom, characterCountTo })),
      }),
      async findTextsByRequest(_workspaceId, requestIds) {
        return requestIds.flatMap((id) => items.find((item) => item.requestId === id)?.text ?? []);
      },
    },
    voices: {
      async findForSpeech(_workspaceId, voiceIds) {
        const known = CATALOGUE.filter((voice) => voiceIds.includes(voice.speaker.voiceId));
        return new Map(
          known.map(({ name, speaker }) => {
            const { voiceId } = speaker;
            return [voiceId, { voiceId, name, category: "premade", speaker, settings: DEFAULT_VOICE_SETTINGS }];
          }),
        );
      },
    },
    reportError: (event) => void errors.push(event),
    waitUntil: (work) => void pending.push(work),
    nowMs: Date.now,
  };
  return {
    dependencies,
    storage,
    credits,
    slotsTaken,
    files,
    items,
    errors,
    spoken,
    engine,
    /** The next so many batches with an item fail. */
    failNextItems(count: number) {
      failingItems = count;
    },
    settled: () => Promise.all(pending),
  };
}
