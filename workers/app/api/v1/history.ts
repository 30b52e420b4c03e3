import { z } from "zod";
import { fileNameOf } from "../../../../app/domains/history/downloads";
import { attachmentHeader } from "../../../../app/domains/history/file-names";
import { historyMessages } from "../../../../app/domains/history/messages";
import { HISTORY_ITEMS_AT_ONCE, HISTORY_SOURCES } from "../../../../app/domains/history/schema";
import { etagOf } from "../../../../app/domains/history/service";
import {
  alignmentsToWire,
  feedbackToWire,
  historyItemToWire,
  timingsToWire,
} from "../../../../app/domains/history/wire";
import { breakingBody } from "../../broken-answers";
import { rangeAnswer, wantedOf } from "../../range-answer";
import { binary, type Endpoint, endpoint } from "../endpoint";
import { optionalQueryBoolean, optionalQueryInteger, queryInteger, queryText, queryWord } from "../query-parameters";
import { feedbackSchema, historyItemSchema, timingsSchema } from "./history-schemas";

const family = "history";
const shared = { auth: "account", family } as const;
const params = () => z.object({ history_item_id: z.string().max(100) });
const severalItems = () =>
  z.object({ history_item_ids: z.array(z.string().max(100)).min(1).max(HISTORY_ITEMS_AT_ONCE) });
const optionalText = (maximum: number) => queryText(z.string().max(maximum).optional());
const flag = () =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? false);

export const historyEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    method: "get",
    path: "/v1/history",
    rateLimit: "api",
    summary: "List what was generated, newest first",
    io: () => ({
      query: z.object({
        page_size: queryInteger({ min: 1, max: 1000, otherwise: 100 }),
        start_after_history_item_id: optionalText(100),
        voice_id: optionalText(100),
        model_id: optionalText(100),
        date_before_unix: optionalQueryInteger({ min: 0, max: 1e11 }),
        date_after_unix: optionalQueryInteger({ min: 0, max: 1e11 }),
        sort_direction: queryWord(["asc", "desc"]).transform((direction) => direction ?? "desc"),
        search: optionalText(500),
        source: queryWord(HISTORY_SOURCES),
        /** Our own: only dialogues, or everything but them. */
        is_dialogue: optionalQueryBoolean(),
      }),
      response: z.object({
        history: z.array(historyItemSchema()),
        last_history_item_id: z.string().nullable(),
        has_more: z.boolean(),
        scanned_until: z.int().nullable(),
      }),
    }),
    run: async ({ caller, services, query }) => {
      const { items, hasMore, lastItemId } = await services.history.listHistory(caller.workspaceId, {
        pageSize: query.page_size,
        startAfterId: query.start_after_history_item_id,
        voiceId: query.voice_id,
        modelId: query.model_id,
        dateBeforeUnix: query.date_before_unix,
        dateAfterUnix: query.date_after_unix,
        sortDirection: query.sort_direction,
        search: query.search,
        source: query.source,
        isDialogue: query.is_dialogue,
      });
      const history = items.map(historyItemToWire);
      return {
        history,
        last_history_item_id: lastItemId,
        has_more: hasMore,
        scanned_until: history.at(-1)?.date_unix ?? null,
      };
    },
  }),
  endpoint({
    ...shared,
    method: "get",
    path: "/v1/history/:history_item_id",
    rateLimit: "api",
    summary: "Get an item with its character times",
    io: () => ({ params: params(), response: historyItemSchema() }),
    run: async ({ caller, services, params: { history_item_id: id } }) => {
      const [item, timings] = await Promise.all([
        services.history.getItem(caller.workspaceId, id),
        services.history.getTimings(caller.workspaceId, id),
      ]);
      return {
        ...historyItemToWire(item),
        alignments: alignmentsToWire(timings.entries),
        peaks: timings.peaks,
        file_name: fileNameOf(item),
      };
    },
  }),
  endpoint({
    ...shared,
    method: "get",
    path: "/v1/history/:history_item_id/audio",
    rateLimit: "download",
    summary: "Get the sound of an item; ranges are answered",
    io: () => ({ params: params(), response: binary("audio/*", "The sound, in the format it was made in") }),
    run: async ({ caller, services, request, params: { history_item_id: id } }) => {
      const answer = await services.history.openAudio(caller.workspaceId, id, wantedOf(request));
      const { audio } = answer.item;
      const headers = new Headers({
        etag: etagOf(audio),
        "cache-control": "private, max-age=604800, immutable",
        "content-disposition": attachmentHeader(fileNameOf(answer.item)),
      });
      return rangeAnswer(answer, audio.contentType, headers);
    },
  }),
  endpoint({
    ...shared,
    method: "get",
    path: "/v1/history/:history_item_id/timings",
    rateLimit: "api",
    summary: "Get the time of each character and the waveform of an item",
    io: () => ({ params: params(), response: timingsSchema() }),
    run: async ({ caller, services, params: { history_item_id: id } }) =>
      timingsToWire(await services.history.getTimings(caller.workspaceId, id)),
  }),
  endpoint({
    ...shared,
    method: "post",
    path: "/v1/history/:history_item_id/feedback",
    rateLimit: "api",
    summary: "Rate an item",
    io: () => ({
      params: params(),
      body: z.object({
        thumbs_up: z.boolean(),
        feedback: z
          .string()
          .max(10_000)
          .nullish()
          .transform((words) => words ?? ""),
        emotions: flag(),
        inaccurate_clone: flag(),
        glitches: flag(),
        audio_quality: flag(),
        other: flag(),
      }),
      response: z.object({ status: z.string(), message: z.string(), feedback: feedbackSchema() }),
    }),
    run: async ({ caller, services, body, params: { history_item_id: id } }) => {
      const feedback = await services.history.giveFeedback(caller.workspaceId, id, {
        thumbsUp: body.thumbs_up,
        feedback: body.feedback,
        emotions: body.emotions,
        inaccurateClone: body.inaccurate_clone,
        glitches: body.glitches,
        audioQuality: body.audio_quality,
        other: body.other,
      });
      return { status: "ok", message: historyMessages.feedbackSaved, feedback: feedbackToWire(feedback) };
    },
  }),
  endpoint({
    ...shared,
    method: "post",
    path: "/v1/history/download",
    scope: "speech_history_read",
    rateLimit: "download",
    summary: "Download one item as a sound, or several as a zip",
    io: () => ({
      body: z.object({
        history_item_ids: z.array(z.string().max(100)).max(HISTORY_ITEMS_AT_ONCE * 2),
        output_format: z.string().max(50).nullish(),
      }),
      response: binary(["application/zip", "audio/*"], "A zip, or the sound of a single item"),
    }),
    run: async ({ caller, services, context, body }) => {
      const file = await services.history.downloadItems(caller.workspaceId, body.history_item_ids, body.output_format);
      const headers = new Headers({
        "content-type": file.contentType,
        "content-disposition": attachmentHeader(file.name),
      });
      if (file.length !== null) headers.set("content-length", String(file.length));
      const { body: sent } = file;
      const isZip = file.length === null && sent instanceof ReadableStream;
      return new Response(isZip ? breakingBody(sent, context) : (sent as BodyInit), { headers });
    },
  }),
  endpoint({
    ...shared,
    method: "delete",
    path: "/v1/history/:history_item_id",
    rateLimit: "api",
    summary: "Delete an item; it can be restored for some seconds",
    io: () => ({ params: params(), response: z.object({ status: z.string() }) }),
    run: async ({ caller, services, params: { history_item_id: id } }) => {
      await services.history.deleteItem(caller.workspaceId, id);
      return { status: "ok" };
    },
  }),
  endpoint({
    ...shared,
    method: "post",
    path: "/v1/history/:history_item_id/restore",
    rateLimit: "api",
    // It brings the item's public link back, too.
    isClosedToSupport: true,
    summary: "Undo the deletion of an item within 15 seconds",
    io: () => ({ params: params(), response: historyItemSchema() }),
    run: async ({ caller, services, params: { history_item_id: id } }) =>
      historyItemToWire(await services.history.restoreItem(caller.workspaceId, id)),
  }),
  endpoint({
    ...shared,
    method: "post",
    path: "/v1/history/delete",
    rateLimit: "api",
    // As the deletion of one item, which is no use of the account.
    isClosedToSupport: true,
    summary: "Delete items, all at one moment; they can be restored for some seconds",
    io: () => ({ body: severalItems(), response: z.object({ deleted_history_item_ids: z.array(z.string()) }) }),
    run: async ({ caller, services, body }) => ({
      deleted_history_item_ids: await services.history.deleteItems(caller.workspaceId, body.history_item_ids),
    }),
  }),
  endpoint({
    ...shared,
    method: "post",
    path: "/v1/history/restore",
    rateLimit: "api",
    // It brings the items' public links back, too.
    isClosedToSupport: true,
    summary: "Undo the deletion of items within 15 seconds",
    io: () => ({ body: severalItems(), response: z.object({ restored_history_item_ids: z.array(z.string()) }) }),
    run: async ({ caller, services, body }) => ({
      restored_history_item_ids: await services.history.restoreItems(caller.workspaceId, body.history_item_ids),
    }),
  }),
];
