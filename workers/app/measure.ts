/**
 * Measurements that only make sense inside the workers, for `npm run bench`. Not reachable in production.
 */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { createPasswords } from "../../app/domains/accounts/passwords";
import { CATALOGUE } from "../../app/domains/voices/catalogue";
import { apiKeys } from "../../db/schema";
import type { SpeechMeasurement } from "../speech/protocol";
import type { RequestContext } from "./context";
import { speechProcesses } from "./speech-processes";

/** The clock has a resolution of one millisecond, so a round does its work many times. */
const STATEMENTS_A_ROUND = 50;
const ROUNDS = 21;

/** Answers `/dev/measure/<what>`, or null for other paths and in production. */
export async function answerMeasurement(request: Request, context: RequestContext): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/dev/measure/") || context.variables.APP_ENV === "production") return null;
  switch (pathname.slice("/dev/measure/".length)) {
    case "engine":
      return Response.json(await measureEngine(context, await request.json()));
    case "database":
      return Response.json(await measureDatabase(context));
    case "password":
      await createPasswords(context.variables.PASSWORD_COST).hash("Correct horse 7!");
      return Response.json({});
    case "session":
      return Response.json(await measureSession(context, await request.json()));
    default:
      return null;
  }
}

const engineInput = z.object({ text: z.string(), voiceId: z.string() });

/** A text through the speech worker alone, on the process whose turn it is. */
async function measureEngine(context: RequestContext, body: unknown): Promise<SpeechMeasurement> {
  const { text, voiceId } = engineInput.parse(body);
  const voice = CATALOGUE.find(({ speaker }) => speaker.voiceId === voiceId);
  if (!voice) throw new Error(`no voice ${voiceId}`);
  const { env } = context;
  const processes = speechProcesses(env);
  const process = env[processes[turn++ % processes.length]!] ?? env.SPEECH;
  return process.measure({
    requestId: context.requestId,
    engine: "embedded",
    modelId: "eleven_flash_v2_5",
    entries: [
      {
        text,
        voice: voice.speaker,
        settings: { stability: 0.5, similarityBoost: 0.75, style: 0, useSpeakerBoost: true, speed: 1 },
      },
    ],
    outputFormat: "mp3_44100_128",
    seed: 1,
    normalization: "auto",
    markup: "plain",
  });
}
let turn = 0;

/** Mean milliseconds a statement, for each round: the indexed select that each API call makes, and `SELECT 1`, both through drizzle, in turn. */
async function measureDatabase(context: RequestContext): Promise<{ selectMs: number[]; oneMs: number[] }> {
  const { database } = context.services;
  const one = () => database.run(sql`SELECT 1`);
  const select = () => database.select().from(apiKeys).where(eq(apiKeys.keyHash, "none")).limit(1);
  await meanMs(select);
  const selectMs: number[] = [];
  const oneMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    oneMs.push(await meanMs(one));
    selectMs.push(await meanMs(select));
  }
  return { selectMs, oneMs };
}

/** Mean milliseconds to find who is signed in, for each round: what every page of a signed-in person pays first. */
async function measureSession(context: RequestContext, body: unknown): Promise<{ sessionMs: number[] }> {
  const { sessionSecret } = z.object({ sessionSecret: z.string() }).parse(body);
  const look = async () => {
    if (!(await context.services.accounts.findSignedIn(sessionSecret))) throw new Error("nobody is signed in");
  };
  await meanMs(look);
  const sessionMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) sessionMs.push(await meanMs(look));
  return { sessionMs };
}

/** Mean milliseconds of some work over a round, one after another. */
async function meanMs(work: () => Promise<unknown>): Promise<number> {
  const before = Date.now();
  for (let i = 0; i < STATEMENTS_A_ROUND; i++) await work();
  return (Date.now() - before) / STATEMENTS_A_ROUND;
}
