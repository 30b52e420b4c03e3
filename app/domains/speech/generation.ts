/**
 * One generation from request to history: refuse, hold credits, speak or repeat, deliver, charge what was delivered, keep.
 * Source: design decisions 5 and 6.
 */
import type { SpeechFrame, SummaryFrame, TimingFrame } from "../../../workers/speech/protocol";
import { newId } from "../../lib/ids";
import type { SpeechSlot } from "../billing/service";
import type { NewAudioFile, StoredAudio } from "../history/schema";
import { beginDelivery, type Delivery } from "./delivery";
import { mayStartEarly, noteRefusal } from "./early-start";
import { asAppError } from "./engine-errors";
import { addToHistory, type SoundKeys, soundKeys, startRecording, storeTimings } from "./keeping";
import type { FrameSource, SpeechDependencies } from "./ports";
import { type PreparedGeneration, prepareGeneration } from "./preparation";
import {
  type Finished,
  type Generation,
  type GenerationCaller,
  type GenerationOutcome,
  type GenerationRequest,
  MAX_IN_MEMORY_BYTES,
  type StoredSound,
} from "./schema";
import type { SoundRecorder } from "./sound-recorder";
import { openStoredFrames } from "./stored-frames";

/** Everything `end` needs to know of a generation in work. */
interface Work {
  caller: GenerationCaller;
  request: GenerationRequest;
  prepared: PreparedGeneration;
  historyItemId: string | null;
  /** The file that is repeated. */
  repeatOf: StoredAudio | null;
  recording: { keys: SoundKeys; recorder: SoundRecorder } | null;
  timings: TimingFrame[];
  bytes: number;
  releaseSlot(): Promise<void>;
}

/**
 * Starts a generation and answers once its first audio is there. Everything that refuses or fails until then throws, and
 * costs nothing.
 */
export async function generate(
  dependencies: SpeechDependencies,
  caller: GenerationCaller,
  request: GenerationRequest,
): Promise<Generation> {
  const startedAtMs = dependencies.nowMs();
  const { requestId } = request;
  const { workspaceId } = caller;
  const prepared = await prepareGeneration(dependencies, caller, request);
  const characterCost = prepared.meter.total;
  const repeat = await findRepeat(dependencies, workspaceId, prepared, request);
  const early = repeat ? null : startEarly(dependencies, workspaceId, prepared);
  // The engines' request leaves first: an embedded database that writes keeps the thread.
  if (early) await new Promise((resolve) => setTimeout(resolve));
  const slot = await holdSlotAndCredits(dependencies, caller, prepared, requestId).catch((error: unknown) => {
    noteRefusal(workspaceId, dependencies.nowMs());
    repeat?.source.cancel();
    void early?.then((source) => source.cancel()).catch(() => {});
    throw error;
  });
  const work: Work = {
    caller,
    request,
    prepared,
    historyItemId: request.keepInHistory ? newId("hist", startedAtMs) : null,
    repeatOf: repeat?.audio ?? null,
    recording: null,
    timings: [],
    bytes: 0,
    releaseSlot: slot.release,
  };
  let resolveFinished!: (finished: Finished) => void;
  const finished = new Promise<Finished>((resolve) => {
    resolveFinished = resolve;
  });
  let delivery: Delivery;
  try {
    const source = repeat?.source ?? (await (early ?? dependencies.engines.speak(prepared.speak)));
    if (!repeat && needsStorage(request)) work.recording = record(dependencies, work);
    delivery = await beginDelivery(source, hooksOf(dependencies, work, resolveFinished), { signal: request.signal });
  } catch (error) {
    // `end` has run if the delivery had begun; giving back twice is harmless.
    await Promise.all([dependencies.billing.release(requestId), slot.release()]);
    throw asAppError(error);
  }
  return {
    requestId,
    historyItemId: work.historyItemId,
    outputFormat: request.outputFormat,
    characterCost,
    latencyMs: dependencies.nowMs() - startedAtMs,
    isRepeat: repeat !== null,
    voiceIds: prepared.voices.map((voice) => voice.voiceId),
    slotHeaders: slot.headers,
    frames: delivery.frames,
    cancel: delivery.cancel,
    finished,
  };
}

/** Unkept answers that go out whole are stored for a moment, since a long one does not fit into memory. */
const needsStorage = (request: GenerationRequest) => request.keepInHistory || request.delivery === "whole";

/** The stored sound of the same request, opened; null where it was never made, or cannot be read. */
async function findRepeat(
  { history, storage }: SpeechDependencies,
  workspaceId: string,
  { fingerprint }: PreparedGeneration,
  { outputFormat }: GenerationRequest,
): Promise<{ audio: StoredAudio; source: FrameSource } | null> {
  try {
    const audio = await history.findAudioByFingerprint(workspaceId, fingerprint);
    const source = audio && (await openStoredFrames(storage, audio, outputFormat));
    return audio && source && { audio, source };
  } catch {
    return null;
  }
}

/** Speech that is under way before it is paid for; null where it has to wait. Only our own engines cost nobody anything. */
function startEarly(
  { engines, nowMs }: SpeechDependencies,
  workspaceId: string,
  { model, speak }: PreparedGeneration,
): Promise<FrameSource> | null {
  if (model.engine !== "embedded" || !mayStartEarly(workspaceId, nowMs())) return null;
  const source = engines.speak(speak);
  // Seen to by whoever waits for it; a refusal may come first.
  source.catch(() => {});
  return source;
}

/** Both, or nothing is held. */
async function holdSlotAndCredits(
  { billing }: SpeechDependencies,
  { workspaceId, apiKeyId }: GenerationCaller,
  { model, meter }: PreparedGeneration,
  requestId: string,
): Promise<SpeechSlot> {
  const [slot, held] = await Promise.allSettled([
    billing.takeSpeechSlot({ requestId, workspaceId, group: model.concurrencyGroup }),
    billing.reserve({ requestId, workspaceId, credits: meter.total, apiKeyId }),
  ]);
  if (slot.status === "fulfilled" && held.status === "fulfilled") return slot.value;
  if (slot.status === "fulfilled") await slot.value.release();
  if (held.status === "fulfilled") await billing.release(requestId);
  throw held.status === "rejected" ? held.reason : (slot as PromiseRejectedResult).reason;
}

function record(dependencies: SpeechDependencies, { caller, request }: Work) {
  const keys = soundKeys(caller.workspaceId, request.outputFormat);
  return { keys, recorder: startRecording(dependencies, keys.audioKey, request.outputFormat) };
}

function hooksOf(dependencies: SpeechDependencies, work: Work, resolve: (finished: Finished) => void) {
  return {
    async audio(bytes: Uint8Array) {
      work.bytes += bytes.byteLength;
      await work.recording?.recorder.append(bytes);
    },
    timing(timing: TimingFrame) {
      work.prepared.meter.deliver(timing);
      work.timings.push(timing);
    },
    isPaidInFull: () => work.request.delivery === "stream" && work.prepared.meter.isPaidInFull,
    async end(outcome: GenerationOutcome, summary: SummaryFrame | null, rest: SpeechFrame[] | null) {
      const finished: Finished = { outcome, charged: 0, settlement: null, summary, sound: null, rest };
      try {
        if (outcome === "complete" && summary) Object.assign(finished, await endComplete(dependencies, work, summary));
        else finished.charged = await endIncomplete(dependencies, work);
      } catch (error) {
        // The audio is out; what could not be written is told to the operator, and the sweep gives back open credits.
        dependencies.reportError("generation_not_settled", error, { requestId: work.request.requestId });
      } finally {
        await work.releaseSlot().catch(() => {});
        resolve(finished);
      }
    },
  };
}

/** Charges the whole while the sound is put away, then writes the history item, which needs both. */
async function endComplete(
  dependencies: SpeechDependencies,
  work: Work,
  summary: SummaryFrame,
): Promise<Partial<Finished>> {
  const { request, repeatOf } = work;
  const storing = store(work);
  if (isSentFromStorage(work) && !(await storing)) {
    await endIncomplete(dependencies, work);
    return { outcome: "failed" };
  }
  const [settlement, sound] = await Promise.all([settle(dependencies, work, "whole"), storing]);
  const charged = settlement?.charged ?? 0;
  if (!sound || !settlement || !request.keepInHistory) return { charged, settlement, sound };
  try {
    const audio = repeatOf ?? (await newFile(dependencies, work, sound, summary));
    await addToHistory(dependencies, keptRequest(work), { ...settlement, audio, languages: summary.languages });
  } catch (error) {
    dependencies.reportError("history_item_not_written", error, { requestId: request.requestId });
  }
  return { charged, settlement, sound };
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

function newFile(
  dependencies: SpeechDependencies,
  { caller, request, prepared, recording, timings }: Work,
  sound: StoredSound,
  summary: SummaryFrame,
): Promise<NewAudioFile> {
  return storeTimings(dependencies, {
    workspaceId: caller.workspaceId,
    fingerprint: prepared.fingerprint,
    keys: recording!.keys,
    outputFormat: request.outputFormat,
    bytes: sound.bytes,
    summary,
    timings,
  });
}

/**
 * Half a sound is not kept. What went out of it is charged; of an answer that goes out whole, that is nothing. Nor is
 * anything where only the end of a sound is missing: nobody pays for all and finds nothing in history.
 */
async function endIncomplete(dependencies: SpeechDependencies, work: Work): Promise<number> {
  const pays = work.request.delivery === "stream" && !work.prepared.meter.isPaidInFull;
  const [settlement] = await Promise.all([
    pays ? settle(dependencies, work, "delivered") : dependencies.billing.release(work.request.requestId),
    work.recording?.recorder.discard(),
  ]);
  return settlement?.charged ?? 0;
}

async function settle(dependencies: SpeechDependencies, work: Work, of: "whole" | "delivered") {
  const { requestId, modelId } = work.request;
  const charges = work.prepared.meter.charges(of).filter((charge) => charge.credits > 0);
  const credits = charges.reduce((sum, charge) => sum + charge.credits, 0);
  if (credits === 0) {
    await dependencies.billing.release(requestId);
    return null;
  }
  const { userId } = work.caller;
  const usage = charges.map((charge) => ({ ...charge, userId, modelId, source: "TTS" }));
  return dependencies.billing.settle({ requestId, credits, usage });
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
