/**
 * Chooses how text messages leave: by the HTTP service of `SMS_URL`, otherwise, outside production, to the development
 * inbox. The service takes `POST {"to":"+15550100","text":"…"}` with `Authorization: Bearer <SMS_API_KEY>`, as a small
 * bridge in front of any provider does; any 2xx means that it took the message.
 */
import type { SmsPort } from "../../../app/domains/accounts/security/ports";
import { AppError } from "../../../app/lib/app-error";
import type { Database } from "../../../db/client";
import type { Variables } from "../../app/env";
import { deliverToInbox } from "./inbox";

const TIMEOUT_MS = 10_000;
const NOT_TAKEN = "The text message could not be sent. Try again in a minute, or use another way.";

export interface SmsSurroundings {
  variables: Pick<Variables, "APP_ENV" | "SMS_URL" | "SMS_API_KEY">;
  database: Database;
}

export function createSmsPort({ variables, database }: SmsSurroundings): SmsPort {
  const { APP_ENV, SMS_URL, SMS_API_KEY } = variables;
  function requireConfigured(): void {
    const missing = SMS_URL ? !SMS_API_KEY && "SMS_API_KEY" : APP_ENV === "production" && "SMS_URL";
    if (missing)
      throw new AppError(
        "engine_not_configured",
        503,
        `This installation cannot send text messages yet: ${missing} is not set.`,
      );
  }
  return {
    requireConfigured,
    async send(message) {
      requireConfigured();
      if (SMS_URL && SMS_API_KEY) return postMessage(SMS_URL, SMS_API_KEY, message);
      await deliverToInbox(database, message, Date.now());
    },
  };
}

async function postMessage(url: string, apiKey: string, message: { to: string; text: string }): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(message),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new AppError("system_busy", 503, NOT_TAKEN, { cause });
  });
  await response.body?.cancel();
  if (!response.ok)
    throw new AppError("system_busy", 503, NOT_TAKEN, { cause: new Error(`SMS_URL answered ${response.status}`) });
}
