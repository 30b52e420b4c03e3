/** History as the API shows it. Source: contract, `SpeechHistoryItemResponse`. */
import type { TimingFrame } from "../../../workers/speech/protocol";
import type { Feedback } from "./feedback";
import type { HistoryItem, ItemTimings } from "./schema";
import { joinAlignments, wireAlignment } from "./timings";

/** An item in the form in which it is listed. */
export function historyItemToWire(item: HistoryItem) {
  return {
    history_item_id: item.id,
    request_id: item.requestId,
    voice_id: item.voiceId,
    voice_name: item.voiceName,
    voice_category: item.voiceCategory,
    model_id: item.modelId,
    text: item.text,
    dialogue:
      item.dialogue?.map(({ text, voiceId, voiceName }) => ({ text, voice_id: voiceId, voice_name: voiceName })) ??
      null,
    date_unix: Math.floor(item.createdAtMs / 1000),
    character_count_change_from: item.characterCountFrom,
    character_count_change_to: item.characterCountTo,
    content_type: item.audio.contentType,
    output_format: item.audio.outputFormat,
    state: "created",
    settings: item.settings,
    feedback: item.feedback && feedbackToWire(item.feedback),
    share_link_id: item.shareLinkId,
    source: item.source,
    alignments: null,
    // Beyond the contract, for the player.
    duration_seconds: item.audio.durationMs / 1000,
    language: item.language,
  };
}

/** Character times over a whole item. */
export function alignmentsToWire(frames: readonly TimingFrame[]) {
  return {
    alignment: wireAlignment(joinAlignments(frames, "alignment")),
    normalized_alignment: wireAlignment(joinAlignments(frames, "normalizedAlignment")),
  };
}

export function feedbackToWire(feedback: Feedback) {
  return {
    thumbs_up: feedback.thumbsUp,
    feedback: feedback.feedback,
    emotions: feedback.emotions,
    inaccurate_clone: feedback.inaccurateClone,
    glitches: feedback.glitches,
    audio_quality: feedback.audioQuality,
    other: feedback.other,
    review_status: feedback.reviewStatus,
  };
}

/** What the player lights words by. */
export function timingsToWire(timings: ItemTimings) {
  return {
    duration_seconds: timings.durationSeconds,
    peaks: timings.peaks,
    alignment: wireAlignment(timings.alignment),
    normalized_alignment: wireAlignment(timings.normalizedAlignment),
    entries: timings.entries.map((frame) => ({
      entry_index: frame.entryIndex,
      alignment: wireAlignment(frame.alignment),
    })),
  };
}
