import { z } from "zod";
import { type Endpoint, endpoint } from "../endpoint";

/** Sockets that a browser opens without holding the key. Source: contract, family `single-use-tokens`. */
export const tokenEndpoints: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/v1/single-use-token/:token_type",
    auth: "account",
    rateLimit: "socket_open",
    summary: "Make a token that opens one socket",
    family: "single-use-tokens",
    io: () => ({
      params: z.object({ token_type: z.enum(["realtime_scribe", "batch_scribe", "tts_websocket"]) }),
      response: z.object({ token: z.string() }),
    }),
    run: async ({ caller, services, params }) => ({
      token: await services.accounts.issueSingleUseToken(caller, params.token_type),
    }),
  }),
];
