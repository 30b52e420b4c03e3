import { z } from "zod";
import { AppError } from "../../../../app/lib/app-error";
import { clientAddress } from "../../client-address";
import { binary, type Endpoint, endpoint } from "../endpoint";
import { takeRateLimit } from "../rate-limits";
import { streamFrames } from "./frame-stream";
import { soundIn } from "./speech-answers";
import { languageCode, text, voiceId } from "./speech-schemas";

export const tryItEndpoints: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/v1/try-it/speech",
    auth: "none",
    rateLimit: "try_it",
    summary: "Speak a short text for a visitor of the public pages",
    family: "try-it",
    bodyLimitBytes: 10_000,
    io: () => ({
      body: z.object({ text: text(), voice_id: voiceId(), language: languageCode() }),
      response: binary("audio/mpeg", "The sound, sent while it is made"),
    }),
    run: async ({ context, request, body }) => {
      requireSameOrigin(request, context.origin);
      await takeRateLimit(context.env, "try_it_burst", clientAddress(request));
      const sound = await context.services.speech.speakForVisitor({
        requestId: context.requestId,
        text: body.text,
        voiceId: body.voice_id,
        languageCode: body.language,
        signal: request.signal,
      });
      const sent = sound.kind === "cached" ? sound.body : streamFrames(sound, context, { bytesOf: soundIn });
      return new Response(sent, { headers: { "content-type": sound.contentType } });
    },
  }),
];

/** The pages of this installation may ask, other sites may not spend its time. Browsers send an origin with each POST. */
function requireSameOrigin(request: Request, publicOrigin: string): void {
  const origin = request.headers.get("origin");
  if (origin === publicOrigin || origin === new URL(request.url).origin) return;
  throw new AppError(
    "forbidden",
    403,
    "Only this site's own pages can use this. Make an API key to speak from elsewhere.",
  );
}
