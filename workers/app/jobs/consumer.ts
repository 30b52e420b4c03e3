/** Takes jobs off the queue, and off the queue of those that were given up. */
import { log } from "../log";
import { type Job, jobSchema, recordableBody } from "./job";
import { isCompleted, markCompleted, recordFailure } from "./job-store";
import type { JobContext, JobServices } from "./ports";

export { runScheduled } from "./sweep";

const DEAD_LETTER_SUFFIX = "-dead";
const FIRST_RETRY_SECONDS = 5;
const LONGEST_RETRY_SECONDS = 3600;

/**
 * Runs the jobs of a batch, each for itself: what succeeds is acknowledged, what fails comes again after a growing pause,
 * and after the queue's last try it arrives on the dead-letter queue, whose messages are recorded and logged.
 */
export async function handleJobs(batch: MessageBatch<unknown>, { services }: JobContext): Promise<void> {
  const handle = batch.queue.endsWith(DEAD_LETTER_SUFFIX) ? recordDead : runMessage;
  await Promise.all(batch.messages.map((message) => handle(message, services)));
}

async function runMessage(message: Message<unknown>, services: JobServices): Promise<void> {
  const job = jobSchema.safeParse(message.body);
  // No retry makes a job of it.
  if (!job.success) return recordDead(message, services);
  try {
    await runJob(job.data, services);
    message.ack();
    log.info("job_done", { job: job.data.id, type: job.data.type, attempts: message.attempts });
  } catch (error) {
    const delaySeconds = retryDelaySeconds(message.attempts);
    log.error("job_failed", error, { job: job.data.id, type: job.data.type, attempts: message.attempts, delaySeconds });
    message.retry({ delaySeconds });
  }
}

async function runJob(job: Job, services: JobServices): Promise<void> {
  switch (job.type) {
    case "purge_history":
      await services.history.purgeDeleted();
      return;
    case "send_mail":
      // A queue may deliver twice; nobody should get a mail twice for that.
      if (await isCompleted(services.database, job.id)) return;
      await services.mail.deliver(job.message, job.id);
      await markCompleted(services.database, job.id, Date.now());
      return;
  }
}

/** 5 s after the first try, then twice as long each time, at most an hour. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** Math.min(Math.max(attempts, 1) - 1, 20));
}

async function recordDead(message: Message<unknown>, services: JobServices): Promise<void> {
  const job = jobSchema.safeParse(message.body);
  const failure = {
    id: job.success ? job.data.id : message.id,
    type: job.success ? job.data.type : "unknown",
    body: recordableBody(message.body),
    attempts: message.attempts,
    failedAtMs: message.timestamp.getTime(),
  };
  try {
    const isNew = await recordFailure(services.database, failure);
    if (isNew)
      log.error("job_given_up", new Error("a job failed at every try"), { job: failure.id, type: failure.type });
    message.ack();
  } catch (error) {
    log.error("dead_letter_not_recorded", error, { job: failure.id, type: failure.type });
    message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
  }
}
