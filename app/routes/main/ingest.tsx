import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { isEventName, VISITORS } from "~/domains/analytics/events";
import { clientOf } from "~/features/accounts/client-of-request";
import { requireSameOrigin } from "~/features/accounts/csrf.server";
import { refuseAllButPost } from "~/features/accounts/script-refusal.server";
import { findUser } from "~/features/accounts/session.server";
import { AppError } from "~/lib/app-error";
import { readBoundedBody } from "~/lib/bounded-body";
import { namedProblem } from "~/lib/named-problem";
import { declinesCounting } from "~/lib/privacy-choice";

const MAX_EVENTS = 50;
const MAX_BYTES = 64 * 1024;

const batchSchema = z.object({
  /** What the browser's owner said about cookies, where they were asked. Visitors are counted with a yes only. */
  consent: z.enum(["granted", "not_applicable", "undecided", "denied"]).optional(),
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

export const loader = refuseAllButPost;

/**
 * Takes events of the browser's own pages, sent by `sendBeacon` as text or JSON, and counts them for the workspace that is
 * signed in, or among visitors. Properties are checked and then dropped: only counts are kept. Whoever declines, here, by the
 * browser or for their account, is not counted at all, and is told the same as everybody.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== "POST") return refuseAllButPost();
  let text: string | null;
  try {
    requireSameOrigin(request, context);
    await context.services.analytics.takeTurn(clientOf(request, context).address);
    text = await readText(request);
  } catch (error) {
    if (error instanceof AppError) return refusal(error);
    throw error;
  }
  if (text === null) return refuse(413, "request_too_large", "These are too many events at once.");
  const batch = batchSchema.safeParse(parseJson(text));
  if (!batch.success) {
    const problems = batch.error.issues.map((issue) => namedProblem(issue.path, issue.message));
    return refuse(400, "invalid_request", problems.slice(0, 5).join("; "));
  }
  const names = batch.data.events.map(({ name }) => name).filter(isEventName);
  const { consent } = batch.data;
  if (names.length > 0 && !declinesCounting(request) && consent !== "denied" && consent !== "undecided") {
    const user = await findUser(request, context);
    const workspaceId = user ? user.workspaceId : VISITORS;
    // What support does in somebody's account says nothing of how the workspace uses it.
    const mayBeCounted = user ? !user.ccpaOptOut && user.supportAccessId === null : consent !== undefined;
    if (mayBeCounted) await context.services.analytics.record(workspaceId, names);
  }
  return new Response(null, { status: 204 });
}

function refusal({ status, code, userMessage, options }: AppError): Response {
  const response = refuse(status, code, userMessage);
  if (options.retryAfterSeconds !== undefined) response.headers.set("retry-after", String(options.retryAfterSeconds));
  return response;
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
