/** Wire schemas of the history. Source: contract, `SpeechHistoryItemResponse`; what it does not name comes last. */
import { z } from "zod";

const alignment = () =>
  z.object({
    characters: z.array(z.string()),
    character_start_times_seconds: z.array(z.number()),
    character_end_times_seconds: z.array(z.number()),
  });

export const feedbackSchema = () =>
  z.object({
    thumbs_up: z.boolean(),
    feedback: z.string(),
    emotions: z.boolean(),
    inaccurate_clone: z.boolean(),
    glitches: z.boolean(),
    audio_quality: z.boolean(),
    other: z.boolean(),
    review_status: z.string(),
  });

export const historyItemSchema = () =>
  z.object({
    history_item_id: z.string(),
    request_id: z.string().nullable(),
    voice_id: z.string().nullable(),
    voice_name: z.string().nullable(),
    voice_category: z.string().nullable(),
    model_id: z.string().nullable(),
    text: z.string().nullable(),
    dialogue: z.array(z.object({ text: z.string(), voice_id: z.string(), voice_name: z.string() })).nullable(),
    date_unix: z.int(),
    character_count_change_from: z.int(),
    character_count_change_to: z.int(),
    content_type: z.string(),
    output_format: z.string().nullable(),
    state: z.string(),
    settings: z.record(z.string(), z.union([z.number(), z.boolean(), z.null()])).nullable(),
    feedback: feedbackSchema().nullable(),
    share_link_id: z.string().nullable(),
    source: z.string().nullable(),
    alignments: z.object({ alignment: alignment(), normalized_alignment: alignment() }).nullable(),
    duration_seconds: z.number(),
    language: z.string(),
    /** With a single item only. */
    peaks: z.array(z.number()).optional(),
    /** By the naming rules; with a single item only. */
    file_name: z.string().optional(),
  });

export const timingsSchema = () =>
  z.object({
    duration_seconds: z.number(),
    peaks: z.array(z.number()),
    alignment: alignment(),
    normalized_alignment: alignment(),
    entries: z.array(z.object({ entry_index: z.int(), alignment: alignment() })),
  });
