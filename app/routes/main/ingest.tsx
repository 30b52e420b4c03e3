import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { isEventName } from "~/domains/analytics/events";
import { requireSameOrigin } from "~/features/accounts/csrf.server";
import { findUser } from "~/features/accounts/session.server";
import { AppError } from "~/lib/app-error";
import { readBoundedBody } from "~/lib/bounded-body";
import { declinesCounting } from "~/lib/privacy-choice";

const MAX_EVENTS = 50;
const MAX_BYTES = 64 * 1024;

const batchSchema = z.object({
  events: z
    .array(
      z.object({
        name: z.string().refine(isEventName, "is not an event that browsers report"),
        at_unix_ms: z.number().int().nonnegative().optional(),
        props: z
          .record(z.string().max(64), z.union([z.string().max(500), z.number(), z.boolean(), z.null()]))
          .optional(),
      }),
    )
    .max(MAX_EVENTS),
});

const refuse = (status: number, code: string, message: string) =>
  Response.json({ detail: { status: code, message } }, { status });

/**
 * Takes events of the browser's own pages, sent by `sendBeacon` as text or JSON, and counts them for the workspace that is
 * signed in. Properties are checked and then dropped: only counts are kept. Whoever declines is not counted at all, and is
 * told the same as everybody.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== "POST") return refuse(405, "method_not_allowed", "This address takes POST only.");
  try {
    requireSameOrigin(request, context);
  } catch (error) {
    if (error instanceof AppError) return refuse(error.status, error.code, error.userMessage);
    throw error;
  }
  const text = await readText(request);
  if (text === null) return refuse(413, "request_too_large", "These are too many events at once.");
  const batch = batchSchema.safeParse(parseJson(text));
  if (!batch.success) {
    const problems = batch.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    return refuse(400, "invalid_request", problems.slice(0, 5).join("; "));
  }
  const names = batch.data.events.map(({ name }) => name).filter(isEventName);
  if (names.length > 0 && !declinesCounting(request)) {
    const user = await findUser(request, context);
    if (user) await context.services.analytics.record(user.workspaceId, names);
  }
  return new Response(null, { status: 204 });
}

/** The body as text, or null when it is too long. */
async function readText(request: Request): Promise<string | null> {
  const bytes = await readBoundedBody(request, MAX_BYTES);
  return bytes && new TextDecoder().decode(bytes);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
