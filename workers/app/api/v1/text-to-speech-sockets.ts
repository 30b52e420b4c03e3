import { z } from "zod";
import { AppError } from "../../../../app/lib/app-error";
import type { RequestContext } from "../../context";
import { binary, type Endpoint, endpoint } from "../endpoint";
import { voiceId } from "./speech-schemas";

const shared = {
  method: "get",
  // The object checks who it is: browsers send the key in their first message.
  auth: "none",
  family: "text-to-speech",
  io: () => ({ params: z.object({ voice_id: voiceId() }), response: binary([], "A WebSocket") }),
} as const;

export const textToSpeechSocketEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    path: "/v1/text-to-speech/:voice_id/stream-input",
    summary: "Open a WebSocket that takes text in pieces and sends sound while it is made",
    run: ({ context, request }) => connect(context, request),
  }),
  endpoint({
    ...shared,
    path: "/v1/text-to-speech/:voice_id/multi-stream-input",
    summary: "Open a WebSocket that takes several texts in pieces, each in a context of its own",
    run: ({ context, request }) => connect(context, request),
  }),
];

/** Each socket has an object of its own. */
function connect({ env }: RequestContext, request: Request): Promise<Response> {
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
    const headers = { upgrade: "websocket", connection: "upgrade" };
    throw new AppError("invalid_request", 426, "This endpoint is a WebSocket.", { headers });
  }
  return env.SPEECH_SESSION.get(env.SPEECH_SESSION.newUniqueId()).fetch(request);
}
