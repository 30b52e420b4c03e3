/**
 * One generation from request to history: refuse, hold credits, speak or repeat, deliver, charge what was delivered, keep.
 * Source: design decisions 5 and 6.
 */
import type { SpeechFrame, SummaryFrame, TimingFrame } from "../../../workers/speech/protocol";
import { giveWay } from "../../lib/give-way";
import { newId } from "../../lib/ids";
import type { SpeechSlot } from "../billing/service";
import type { StoredAudio } from "../history/schema";
import { beginDelivery, type Delivery } from "./delivery";
import { noteDeliveries } from "./delivery-notes";
import { mayStartEarly, noteRefusal } from "./early-start";
import { endComplete, endIncomplete, type Work } from "./ending";
import { asAppError } from "./engine-errors";
import { soundKeys, startRecording } from "./keeping";
import type { FrameSource, GenerationDependencies } from "./ports";
import { type PreparedGeneration, prepareGeneration } from "./preparation";
import { textFieldOf } from "./rules";
import type { Finished, Generation, GenerationCaller, GenerationOutcome, GenerationRequest } from "./schema";
import { openStoredFrames } from "./stored-frames";

/**
 * Starts a generation and answers once its first audio is there. Everything that refuses or fails until then throws, and
 * costs nothing.
 */
export async function generate(
  dependencies: GenerationDependencies,
  caller: GenerationCaller,
  request: GenerationRequest,
): Promise<Generation> {
  const startedAtMs = dependencies.nowMs();
  const { requestId } = request;
  const { workspaceId } = caller;
  const prepared = await prepareGeneration(dependencies, caller, request);
  const characterCost = prepared.meter.total;
  const repeat = request.inSound ? null : await findRepeat(dependencies, workspaceId, prepared, request);
  const early = repeat ? null : startEarly(dependencies, workspaceId, prepared);
  // The engines' request leaves first: an embedded database that writes keeps the thread.
  if (early) await giveWay();
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
    slot,
  };
  let resolveFinished!: (finished: Finished) => void;
  const finished = new Promise<Finished>((resolve) => {
    resolveFinished = resolve;
  });
  let delivery: Delivery;
  try {
    const source = repeat?.source ?? (await (early ?? dependencies.engines.speak(prepared.speak)));
    if (!repeat && needsStorage(request)) work.recording = record(dependencies, work);
    const options = { signal: request.signal, textField: textFieldOf(request) };
    delivery = await beginDelivery(source, hooksOf(dependencies, work, resolveFinished), options);
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
  { history, storage }: GenerationDependencies,
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
  { engines, nowMs }: GenerationDependencies,
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
  { billing }: GenerationDependencies,
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

function record(dependencies: GenerationDependencies, { caller, request }: Work) {
  const keys = soundKeys(caller.workspaceId, request.outputFormat);
  return { keys, recorder: startRecording(dependencies, keys.audioKey, request.outputFormat) };
}

function hooksOf(dependencies: GenerationDependencies, work: Work, resolve: (finished: Finished) => void) {
  const note = noteDeliveries(dependencies, work);
  return {
    async audio(bytes: Uint8Array) {
      // A client that plays as it reads holds the engine back, so that a long text takes as long as it sounds.
      work.slot.stillAtWork();
      work.bytes += bytes.byteLength;
      await work.recording?.recorder.append(bytes);
    },
    timing(timing: TimingFrame) {
      work.prepared.meter.deliver(timing);
      work.timings.push(timing);
      note();
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
        await work.slot.release().catch(() => {});
        resolve(finished);
      }
    },
  };
}
