/**
 * The demo workspace of a local installation. The starter asks for it with a token that it gave this process itself, so
 * that no page and no other program on the machine can. Never in production.
 */
import { z } from "zod";
import { equalInConstantTime, randomHex } from "../../app/domains/accounts/secrets";
import { CATALOGUE } from "../../app/domains/voices/catalogue";
import type { RequestContext } from "./context";

const DEMO_EMAIL = "demo@parlando.local";
const DEMO_KEY_NAME = "Demo";

/** What the starter writes to `dev.json`, without the site's address. */
export interface Demo {
  email: string;
  password: string;
  apiKey: string;
  voiceId: string;
}

/** What the starter knows from an earlier start. */
const knownSchema = z.object({
  email: z.email().optional(),
  password: z.string().max(256).optional(),
  apiKey: z.string().max(100).optional(),
});

/** Answers `POST /dev/seed`, or null for other requests and in production. */
export async function answerSeed(request: Request, context: RequestContext): Promise<Response | null> {
  const { APP_ENV, DEV_SEED_TOKEN } = context.variables;
  if (new URL(request.url).pathname !== "/dev/seed" || APP_ENV === "production" || !DEV_SEED_TOKEN) return null;
  const given = request.headers.get("x-parlando-seed") ?? "";
  if (request.method !== "POST" || !equalInConstantTime(given, DEV_SEED_TOKEN)) {
    return Response.json(
      { detail: { status: "forbidden", message: "Only the starter may do this." } },
      { status: 403 },
    );
  }
  const known = knownSchema.safeParse(await request.json().catch(() => ({})));
  return Response.json(await seedDemo(context, known.success ? known.data : {}));
}

/**
 * Makes the demo person and key where they are missing, and answers how to use them. What is known and still valid is
 * answered again; a lost password is replaced, a lost or deleted key gets a successor.
 */
export async function seedDemo(context: RequestContext, known: z.output<typeof knownSchema>): Promise<Demo> {
  const { accounts } = context.services;
  const email = known.email ?? DEMO_EMAIL;
  const person = { email, firstName: "Demo", agreesToProductUpdates: false };
  const fresh = `${randomHex(8)}-Aa1`;
  const created = await accounts.createVerifiedPerson({ ...person, password: fresh, skipsOnboarding: true });
  const password = created || !known.password ? fresh : known.password;
  const owner = created ?? (await accounts.recoverPerson(email, known.password ? undefined : fresh));
  if (context.variables.DEMO_TIER)
    await context.services.billing.assignTier(owner.workspaceId, context.variables.DEMO_TIER);
  const caller = known.apiKey && !created ? await accounts.authenticateApiKey(known.apiKey) : null;
  const apiKey =
    known.apiKey && caller?.userId === owner.userId
      ? known.apiKey
      : (await accounts.createApiKey(owner, DEMO_KEY_NAME)).key;
  return { email, password, apiKey, voiceId: firstEnglishVoiceId() };
}

function firstEnglishVoiceId(): string {
  const voice = CATALOGUE.find(({ language }) => language === "en");
  if (!voice) throw new Error("The catalogue has no English voice.");
  return voice.speaker.voiceId;
}
