import { z } from "zod";
import { shareLinkToWire } from "../../../../app/domains/sharing/wire";
import { type Endpoint, endpoint } from "../endpoint";
import { queryText } from "../query-parameters";

const shared = { auth: "account", family: "sharing" } as const;
const path = "/v1/history/:history_item_id/share-link";
const params = () => z.object({ history_item_id: z.string().max(100) });
/** The link that is meant: another in its place is neither read, changed nor ended, and none is made. */
const shareId = () => z.string().max(100).optional();
const query = () => z.object({ share_id: queryText(shareId()) });

const shareLinkSchema = () =>
  z.object({
    share_link: z.string(),
    public_user_name: z.string(),
    share_id: z.string(),
    /** Whether the name is the caller's own: then `POST /v1/user/update-public-user-name` changes it. */
    is_own_name: z.boolean(),
    allows_download: z.boolean(),
    is_indexed: z.boolean(),
    expires_at_unix: z.int().nullable(),
    /** Whether it leads to something: `expired` can be extended, `ended` cannot be helped. */
    state: z.enum(["open", "expired", "ended"]),
    play_count: z.int(),
  });

/** Public links to items. Source: spec 000, section 7, for the first row and `update-public-user-name`; the others are beyond it. */
export const sharingEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    method: "get",
    path,
    summary: "Get an item's public link, which is made at the first call",
    io: () => ({ params: params(), query: query(), response: shareLinkSchema() }),
    run: async ({ caller, services, context, query, params: { history_item_id: id } }) =>
      shareLinkToWire(await services.sharing.getLink(caller, id, query.share_id), context.origin),
    findMade: async ({ caller, services, context, query, params: { history_item_id: id } }) => {
      const link = await services.sharing.findLink(caller, id, query.share_id);
      return link && shareLinkToWire(link, context.origin);
    },
  }),
  endpoint({
    ...shared,
    method: "post",
    path,
    summary: "Set what an item's public link allows and how long it lasts",
    io: () => ({
      params: params(),
      body: z.object({
        allows_download: z.boolean().optional(),
        is_indexed: z.boolean().optional(),
        expires_at_unix: z.int().min(0).max(1e11).nullish(),
        share_id: shareId(),
      }),
      response: shareLinkSchema(),
    }),
    run: async ({ caller, services, context, body, params: { history_item_id: id } }) => {
      const { allows_download: allowsDownload, is_indexed: isIndexed, expires_at_unix: expiresAtUnix } = body;
      const settings = {
        ...(allowsDownload === undefined ? {} : { allowsDownload }),
        ...(isIndexed === undefined ? {} : { isIndexed }),
        ...(expiresAtUnix === undefined ? {} : { expiresAtMs: expiresAtUnix === null ? null : expiresAtUnix * 1000 }),
      };
      return shareLinkToWire(await services.sharing.setLink(caller, id, settings, body.share_id), context.origin);
    },
  }),
  endpoint({
    ...shared,
    method: "delete",
    path,
    summary: "End an item's public link for good",
    io: () => ({ params: params(), query: query(), response: z.object({ status: z.literal("ok") }) }),
    run: async ({ caller, services, query, params: { history_item_id: id } }) => {
      await services.sharing.revokeLink(caller, id, query.share_id);
      return { status: "ok" as const };
    },
  }),
  publicNameEndpoint("post", "/v1/user/update-public-user-name"),
  publicNameEndpoint("patch", "/v1/user/public-name"),
];

/** The specification's address, and the one that this product had first. */
function publicNameEndpoint(method: "post" | "patch", path: `/${string}`): Endpoint {
  return endpoint({
    ...shared,
    method,
    path,
    summary: "Change the name under which the public sees the caller",
    io: () => ({
      body: z.object({ public_user_name: z.string().max(1000) }),
      response: z.object({ public_user_name: z.string() }),
    }),
    run: async ({ caller, services, body }) => ({
      public_user_name: await services.accounts.changePublicName(caller.userId, body.public_user_name),
    }),
  });
}
