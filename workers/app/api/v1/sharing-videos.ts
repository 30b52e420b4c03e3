import { z } from "zod";
import { attachmentHeader } from "../../../../app/domains/history/file-names";
import { SHARE_THEMES, VIDEO_SHAPES } from "../../../../app/domains/sharing/schema";
import { videoToWire } from "../../../../app/domains/sharing/wire";
import { rangeAnswer, wantedOf } from "../../range-answer";
import { binary, type Endpoint, endpoint } from "../endpoint";
import { queryWord } from "../query-parameters";

const shared = { auth: "account", family: "sharing" } as const;
const path = "/v1/history/:history_item_id/video";
const params = () => z.object({ history_item_id: z.string().max(100) });
const theme = () => queryWord(SHARE_THEMES).transform((word) => word ?? "colour");
const choice = () => z.object({ theme: theme(), shape: queryWord(VIDEO_SHAPES).transform((word) => word ?? "square") });
/** Neutral, as the specification says; one item's videos tell each other apart by their look. */
const FILE_NAME = "text-to-speech-video.mp4";

const videoSchema = () =>
  z.object({
    video_url: z.string().nullable(),
    state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
    progress: z.number().min(0).max(1),
    error: z.string().nullable(),
  });

/** Videos of spoken items, made in the background. Source: spec 000, section 7; paths and states are our own. */
export const sharingVideoEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    method: "get",
    path: "/v1/history/:history_item_id/video-preview",
    rateLimit: "video_preview",
    summary: "Get the picture with which an item is shared",
    io: () => ({
      params: params(),
      query: z.object({ theme: theme() }),
      response: binary("image/png", "A picture of 1200 by 630 pixels"),
    }),
    run: async ({ caller, services, query, params: { history_item_id: id } }) => {
      const { body, etag } = await services.sharing.previewCard(caller, id, query.theme);
      return new Response(body as BodyInit, {
        headers: { "content-type": "image/png", "cache-control": "private, no-cache", etag },
      });
    },
  }),
  endpoint({
    ...shared,
    method: "post",
    path,
    rateLimit: "video",
    summary: "Ask for a video of an item; asking again answers the same one",
    io: () => ({ params: params(), query: choice(), response: videoSchema() }),
    run: async ({ caller, services, context, query, params: { history_item_id: id } }) =>
      videoToWire(await services.sharing.requestVideo(caller, id, query), context.origin),
  }),
  endpoint({
    ...shared,
    method: "get",
    path,
    summary: "Get how far a video is",
    io: () => ({ params: params(), query: choice(), response: videoSchema() }),
    run: async ({ caller, services, context, query, params: { history_item_id: id } }) =>
      videoToWire(await services.sharing.getVideo(caller, id, query), context.origin),
  }),
  endpoint({
    ...shared,
    method: "delete",
    path,
    summary: "Stop making a video",
    io: () => ({ params: params(), query: choice(), response: videoSchema() }),
    run: async ({ caller, services, context, query, params: { history_item_id: id } }) =>
      videoToWire(await services.sharing.cancelVideo(caller, id, query), context.origin),
  }),
  endpoint({
    ...shared,
    method: "get",
    path: "/v1/history/:history_item_id/video/file",
    rateLimit: "download",
    summary: "Get a finished video; ranges are answered",
    io: () => ({ params: params(), query: choice(), response: binary("video/mp4", "The video") }),
    run: async ({ caller, services, query, request, params: { history_item_id: id } }) => {
      const answer = await services.sharing.openVideo(caller, id, query, wantedOf(request));
      const headers = new Headers({
        etag: answer.etag,
        "cache-control": "private, no-cache",
        "content-disposition": attachmentHeader(FILE_NAME),
      });
      return rangeAnswer(answer, "video/mp4", headers);
    },
  }),
];
