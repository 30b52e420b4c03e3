import { AppError } from "../../../../app/lib/app-error";
import { connectToWorkspace } from "../../../../durable-objects/workspace-channel/connect";
import {
  CLOSE_SESSION_ENDED,
  REALTIME_SUBPROTOCOL,
  TOKEN_SUBPROTOCOL_PREFIX,
} from "../../../../durable-objects/workspace-channel/protocol";
import { requireCaller } from "../auth";
import type { Caller } from "../caller";
import { binary, type Endpoint, endpoint } from "../endpoint";
import { enforceRateLimit } from "../request-limits";
import { requireScope } from "../scopes";

/** After this a client has to show its credentials again, so that what was revoked does not stay open. */
const SOCKET_LIFETIME_MS = 60 * 60_000;

const row = { method: "get", path: "/v1/realtime", family: "realtime" } as const;

/** What changes in a workspace, as it changes. Source: the specification's realtime subscriptions. */
export const realtimeEndpoints: Endpoint[] = [
  endpoint({
    ...row,
    // Checked in `run`: browsers cannot set headers on sockets.
    auth: "none",
    summary: "Open a WebSocket that tells what changes in the workspace",
    io: () => ({ response: binary([], "A WebSocket; see its messages in the protocol.") }),
    run: async ({ context, request }) => {
      if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
        const headers = { upgrade: "websocket", connection: "upgrade" };
        throw new AppError("invalid_request", 426, "This endpoint is a WebSocket.", { headers });
      }
      const offered = (request.headers.get("sec-websocket-protocol") ?? "").split(",").map((each) => each.trim());
      const authorized = withOfferedToken(request, offered);
      const caller = await requireCaller(authorized, context);
      requireScope(caller, row);
      await enforceRateLimit("socket_open", { request, caller, context });
      const identity = {
        userId: caller.userId,
        sessionId: caller.sessionId ?? null,
        apiKeyId: caller.apiKeyId ?? null,
        scopes: caller.scopes === undefined ? null : [...caller.scopes],
        expiresAtMs: Math.min(Date.now() + SOCKET_LIFETIME_MS, caller.sessionExpiresAtMs ?? Number.POSITIVE_INFINITY),
      };
      const response = await connectToWorkspace(context.env, caller.workspaceId, identity);
      // Once more: what ended or changed in between has closed the sockets there were, and this one was not among them.
      try {
        requireSameScopes(caller, await requireCaller(authorized, context));
      } catch (error) {
        response.webSocket?.accept();
        response.webSocket?.close(CLOSE_SESSION_ENDED);
        throw error;
      }
      if (!response.webSocket || !offered.includes(REALTIME_SUBPROTOCOL)) return response;
      const headers = { "sec-websocket-protocol": REALTIME_SUBPROTOCOL };
      return new Response(null, { status: 101, webSocket: response.webSocket, headers });
    },
  }),
];

/** @throws AppError conflict (409) where a socket would hear what its key may not read any more. */
function requireSameScopes(before: Caller, now: Caller): void {
  // Stored in one order, each once.
  if (before.scopes?.join() === now.scopes?.join()) return;
  throw new AppError("conflict", 409, "What this API key may do has just been changed. Open the socket again.");
}

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
