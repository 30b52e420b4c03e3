/** The messages on the `JOBS` queue. */
import { z } from "zod";
import { newId } from "../../../app/lib/ids";

const base = { id: z.string().min(1).max(100) };

export const jobSchema = z.discriminatedUnion("type", [
  /** Removes history whose time for undo is over. */
  z.object({ ...base, type: z.literal("purge_history") }),
  /** Delivers one mail. */
  z.object({
    ...base,
    type: z.literal("send_mail"),
    message: z.object({
      to: z.string().min(3),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      unsubscribeUrl: z.url().optional(),
    }),
  }),
]);
export type Job = z.output<typeof jobSchema>;
/** A job before it has its id. */
export type NewJob = Job extends infer J ? (J extends Job ? Omit<J, "id"> : never) : never;

export interface JobsEnv {
  JOBS: Pick<Queue<unknown>, "send">;
}

/** The longest delay that queues take. */
const MAX_DELAY_SECONDS = 43_200;

/** Puts a job on the queue; answers its id once the queue has it. */
export async function enqueue(env: JobsEnv, job: NewJob, options: { delaySeconds?: number } = {}): Promise<string> {
  const message = jobSchema.parse({ ...job, id: newId("job") });
  await env.JOBS.send(message, { delaySeconds: Math.min(options.delaySeconds ?? 0, MAX_DELAY_SECONDS) });
  return message.id;
}

/** A job's JSON for the record of failures: without the texts of mails, which hold links that open accounts. */
export function recordableBody(body: unknown): string {
  const job = jobSchema.safeParse(body);
  if (!job.success) return JSON.stringify(body)?.slice(0, 10_000) ?? "null";
  if (job.data.type !== "send_mail") return JSON.stringify(job.data);
  const { to, subject } = job.data.message;
  return JSON.stringify({ ...job.data, message: { to, subject } });
}
