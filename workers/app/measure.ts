/**
 * Measurements that only make sense inside the workers, for `npm run bench`. Not reachable in production.
 */
import { sql } from "drizzle-orm";
import { historyItems } from "../../db/schema";
import type { SpeakRequest } from "../speech/protocol";
import type { RequestContext } from "./context";

/** The clock has a resolution of one millisecond, so a round is many statements. */
const STATEMENTS_A_ROUND = 50;
const ROUNDS = 21;

/** Answers `/dev/measure/<what>`, or null for other paths and in production. */
export async function answerMeasurement(request: Request, context: RequestContext): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/dev/measure/") || context.variables.APP_ENV === "production") return null;
  switch (pathname.slice("/dev/measure/".length)) {
    case "engine":
      return Response.json(await context.env.SPEECH.measure((await request.json()) as SpeakRequest));
    case "database":
      return Response.json(await measureDatabase(context));
    default:
      return null;
  }
}

/** Mean milliseconds a statement, for each round: an indexed select through drizzle, and `SELECT 1`, in turn. */
async function measureDatabase(context: RequestContext): Promise<{ selectMs: number[]; oneMs: number[] }> {
  const { database } = context.services;
  const one = () => database.run(sql`SELECT 1`);
  const select = () =>
    database.select().from(historyItems).where(sql`${historyItems.workspaceId} = 'ws_none'`).limit(20);
  const mean = async (statement: () => Promise<unknown>) => {
    const before = Date.now();
    for (let i = 0; i < STATEMENTS_A_ROUND; i++) await statement();
    return (Date.now() - before) / STATEMENTS_A_ROUND;
  };
  await mean(select);
  const selectMs: number[] = [];
  const oneMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    oneMs.push(await mean(one));
    selectMs.push(await mean(select));
  }
  return { selectMs, oneMs };
}
