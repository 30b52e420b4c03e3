import { AppError } from "../../../../app/lib/app-error";
import { connectToWorkspace } from "../../../../durable-objects/workspace-channel/connect";
import {
  CLOSE_SESSION_ENDED,
  REALTIME_SUBPROTOCOL,
  TOKEN_SUBPROTOCOL_PREFIX,
} from "../../../../durable-objects/workspace-channel/protocol";
import { requireCaller } from "../auth";
import { binary, type Endpoint, endpoint } from "../endpoint";
import { enforceRateLimit } from "../request-limits";

/** After this a client has to show its credentials again, so that what was revoked does not stay open. */
const SOCKET_LIFETIME_MS = 60 * 60_000;

/** What changes in a workspace, as it changes. Source: the specification's realtime subscriptions. */
export const realtimeEndpoints: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/v1/realtime",
    // Checked in `run`: browsers cannot set headers on sockets.
    auth: "none",
    summary: "Open a WebSocket that tells what changes in the workspace",
    family: "realtime",
    io: () => ({ response: binary([], "A WebSocket; see its messages in the protocol.") }),
    run: async ({ context, request }) => {
      if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
        const headers = { upgrade: "websocket", connection: "upgrade" };
        throw new AppError("invalid_request", 426, "This endpoint is a WebSocket.", { headers });
      }
      const offered = (request.headers.get("sec-websocket-protocol") ?? "").split(",").map((each) => each.trim());
      const authorized = withOfferedToken(request, offered);
      const caller = await requireCaller(authorized, context);
      await enforceRateLimit("socket_open", { request, caller, context });
      const identity = {
        userId: caller.userId,
        sessionId: caller.sessionId ?? null,
        expiresAtMs: Math.min(Date.now() + SOCKET_LIFETIME_MS, caller.sessionExpiresAtMs ?? Number.POSITIVE_INFINITY),
      };
      const response = await connectToWorkspace(context.env, caller.workspaceId, identity);
      // Once more: what ended in between has closed the sockets there were, and this one was not among them.
      await requireCaller(authorized, context).catch((error: unknown) => {
        response.webSocket?.accept();
        response.webSocket?.close(CLOSE_SESSION_ENDED);
        throw error;
      });
      if (!response.webSocket || !offered.includes(REALTIME_SUBPROTOCOL)) return response;
      const headers = { "sec-websocket-protocol": REALTIME_SUBPROTOCOL };
      return new Response(null, { status: 101, webSocket: response.webSocket, headers });
    },
  }),
];

/** A browser offers its identity token as a subprotocol, the one header it can choose that no log keeps. */
function withOfferedToken(request: Request, offered: string[]): Request {
  const token = offered
    .find((each) => each.startsWith(TOKEN_SUBPROTOCOL_PREFIX))
    ?.slice(TOKEN_SUBPROTOCOL_PREFIX.length);
  if (!token) return request;
  const headers = new Headers(request.headers);
  headers.set("authorization", `Bearer ${token}`);
  return new Request(request.url, { headers });
}
