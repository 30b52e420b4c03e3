/**
 * The end of a generation: a whole sound is put into storage, then its charge and its history item are written at once, so
 * that neither is there without the other. What is not whole is charged as far as it went out, and not kept.
 */
import type { SummaryFrame, TimingFrame } from "../../../workers/speech/protocol";
import { AppError } from "../../lib/app-error";
import { giveWay } from "../../lib/give-way";
import type { Alongside } from "../billing/ports";
import type { Settlement, SpeechSlot, UsageEntry } from "../billing/service";
import type { NewAudioFile, StoredAudio } from "../history/schema";
import { discardObjects, itemOf, type SoundKeys, storeBoth } from "./keeping";
import type { GenerationDependencies } from "./ports";
import type { PreparedGeneration } from "./preparation";
import {
  type Finished,
  type GenerationCaller,
  type GenerationRequest,
  MAX_IN_MEMORY_BYTES,
  type StoredSound,
} from "./schema";
import { type SoundRecorder, twice } from "./sound-recorder";

/** Everything the end needs to know of a generation in work. */
export interface Work {
  caller: GenerationCaller;
  request: GenerationRequest;
  prepared: PreparedGeneration;
  historyItemId: string | null;
  /** The file that is repeated. */
  repeatOf: StoredAudio | null;
  recording: { keys: SoundKeys; recorder: SoundRecorder } | null;
  timings: TimingFrame[];
  bytes: number;
  slot: SpeechSlot;
}

/** Charges the whole, and keeps it where that was asked. */
export async function endComplete(
  dependencies: GenerationDependencies,
  work: Work,
  summary: SummaryFrame,
): Promise<Partial<Finished>> {
  // Nobody waits for the end as they wait for a beginning.
  await giveWay();
  const storing = store(work);
  if (isSentFromStorage(work) && !(await storing)) {
    await endIncomplete(dependencies, work);
    return { outcome: "failed" };
  }
  const { settlement, sound } = work.request.keepInHistory
    ? await settleKept(dependencies, work, summary, storing)
    : await settleUnkept(dependencies, work, storing);
  return { charged: settlement?.charged ?? 0, settlement, sound };
}

/**
 * Half a sound is not kept. What went out of it is charged; of an answer that goes out whole, that is nothing. Nor is
 * anything where only the end of a sound is missing: nobody pays for all and finds nothing in history.
 */
export async function endIncomplete(dependencies: GenerationDependencies, work: Work): Promise<number> {
  const pays = work.request.delivery === "stream" && !work.prepared.meter.isPaidInFull;
  const [settlement] = await Promise.all([
    pays ? settle(dependencies, work, "delivered") : dependencies.billing.release(work.request.requestId),
    work.recording?.recorder.discard(),
  ]);
  return settlement?.charged ?? 0;
}

/** Where the sound is in the end; null when it is not stored. An unkept one is only stored where it is sent from there. */
async function store(work: Work): Promise<StoredSound | null> {
  const { recording, repeatOf, request } = work;
  if (repeatOf) return { key: repeatOf.audioKey, bytes: repeatOf.bytes };
  if (request.keepInHistory || isSentFromStorage(work)) return (await recording?.recorder.finish()) ?? null;
  await recording?.recorder.discard();
  return null;
}

/** Then there is nothing to send, and nothing to charge, when it could not be stored. */
const isSentFromStorage = ({ request, bytes }: Work) => request.delivery === "whole" && bytes > MAX_IN_MEMORY_BYTES;

interface Ended {
  settlement: Settlement | null;
  sound: StoredSound | null;
}

async function settleUnkept(
  dependencies: GenerationDependencies,
  work: Work,
  storing: Promise<StoredSound | null>,
): Promise<Ended> {
  const [settlement, sound] = await Promise.all([settle(dependencies, work, "whole"), storing]);
  return { settlement, sound };
}

/** What was heard is paid, also where it could not be kept. */
async function settleKept(
  dependencies: GenerationDependencies,
  work: Work,
  summary: SummaryFrame,
  storing: Promise<StoredSound | null>,
): Promise<Ended> {
  const { languages } = summary;
  if (work.repeatOf) {
    const { settlement } = await settleWithItem(dependencies, work, { audio: work.repeatOf, languages });
    return { settlement, sound: await storing };
  }
  const { caller, request, prepared, timings } = work;
  const { keys } = work.recording!;
  const { sound, file } = await storeBoth(dependencies, storing, {
    workspaceId: caller.workspaceId,
    fingerprint: prepared.fingerprint,
    keys,
    outputFormat: request.outputFormat,
    summary,
    timings,
  });
  /** Where the sound is when no item has it: nowhere, unless the answer is still to be sent from there. */
  const withoutItem = async () => {
    if (isSentFromStorage(work)) return sound;
    await discardObjects(dependencies, keys);
    return null;
  };
  if (!file) return { settlement: await settle(dependencies, work, "whole"), sound: await withoutItem() };
  const ending = settleWithItem(dependencies, work, { audio: file, languages });
  const { settlement, item } = await ending.catch(async (error: unknown) => {
    if (error instanceof AppError) await withoutItem();
    throw error;
  });
  if (item === "none") return { settlement, sound: await withoutItem() };
  if (item === "unknown" || item.id === file.id) return { settlement, sound };
  // An equal request was faster: the item has that one's sound. What is still to be sent has to be as long as was said.
  if (isSentFromStorage(work) && item.bytes !== file.bytes) return { settlement, sound };
  await discardObjects(dependencies, keys);
  return { settlement, sound: { key: item.audioKey, bytes: item.bytes } };
}

/**
 * Charges the whole together with its history item. A batch that fails leaves nothing, so it is tried once more; what fails
 * again is charged without an item, since it was heard. Answers the sound that the item has; `unknown` where an
 * answer was lost, so that only the database knows.
 */
async function settleWithItem(
  dependencies: GenerationDependencies,
  work: Work,
  sound: { audio: StoredAudio | NewAudioFile; languages: string[] },
): Promise<{ settlement: Settlement | null; item: StoredAudio | "none" | "unknown" }> {
  const { history, reportError } = dependencies;
  let item: StoredAudio | "none" | "unknown" = "unknown";
  const withItem = history.itemAlongside(itemOf(keptRequest(work), sound), (audio) => {
    item = audio;
  });
  try {
    const settlement = await twice(() => settle(dependencies, work, "whole", withItem));
    return { settlement, item: settlement ? item : "none" };
  } catch (error) {
    // Its credits were given back before; history is not to blame.
    if (error instanceof AppError) throw error;
    reportError("history_item_not_written", error, { requestId: work.request.requestId });
  }
  const withoutItem: Alongside = {
    statements: () => [],
    // It charges, so no batch with the item has.
    committed() {
      item = "none";
    },
  };
  const settlement = await settle(dependencies, work, "whole", withoutItem);
  return { settlement, item };
}

async function settle(
  { billing }: GenerationDependencies,
  work: Work,
  of: "whole" | "delivered",
  alongside?: Alongside,
): Promise<Settlement | null> {
  const { requestId } = work.request;
  const usage = usageOf(work, of);
  const credits = usage.reduce((sum, entry) => sum + entry.credits, 0);
  if (credits === 0) {
    await billing.release(requestId);
    return null;
  }
  await giveWay();
  return billing.settle({ requestId, credits, usage }, alongside);
}

/** The parts of the charge for the whole, or for what was delivered. */
export function usageOf({ caller, request, prepared }: Work, of: "whole" | "delivered"): UsageEntry[] {
  const { userId } = caller;
  const { modelId } = request;
  const charges = prepared.meter.charges(of).filter((charge) => charge.credits > 0);
  return charges.map((charge) => ({ ...charge, userId, modelId, source: "TTS" }));
}

function keptRequest({ caller, request, prepared, historyItemId }: Work) {
  return {
    historyItemId: historyItemId!,
    requestId: request.requestId,
    ...caller,
    modelId: request.modelId,
    entries: request.entries,
    voices: prepared.voices,
    settings: prepared.settings,
    isDialogue: request.isDialogue,
    seed: prepared.speak.seed,
  };
}
