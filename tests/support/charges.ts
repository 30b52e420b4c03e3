/** What somebody who speaks was charged, asked for when nothing more is to come. */

/** One for each of a plan's two numbers of places, see `concurrencyGroup` in app/domains/speech/models.ts. */
const PROBES = [
  { body: { text: "Still here.", model_id: "eleven_flash_v2_5" }, credits: 6 },
  { body: { text: "Still here.", model_id: "eleven_multilingual_v2" }, credits: 11 },
];
const TOO_MANY_AT_A_TIME = 429;
const PAUSE_MS = 250;
const PATIENCE_MS = 30_000;

export interface Speaker {
  /** Credits used so far. */
  used(): Promise<number>;
  /** Speaks with `POST /v1/text-to-speech/…`. */
  speak(body: { text: string; model_id: string }): Promise<Response>;
}

/**
 * A count of credits that waits until nobody speaks in the workspace: a place is given back after the charge, however long
 * that takes. It sees places by speaking; what that costs is left out.
 */
export function creditsAtRest({ used, speak }: Speaker): () => Promise<number> {
  let spentOnProbes = 0;
  const isPlaceTaken = async ({ body, credits }: (typeof PROBES)[number]) => {
    const answer = await speak(body);
    await answer.arrayBuffer();
    if (answer.status === TOO_MANY_AT_A_TIME) return true;
    if (!answer.ok) throw new Error(`places could not be counted: ${answer.status}`);
    spentOnProbes += credits;
    // With the one that asks.
    return answer.headers.get("current-concurrent-requests") !== "1";
  };
  return async () => {
    const deadline = Date.now() + PATIENCE_MS;
    for (const probe of PROBES)
      while (await isPlaceTaken(probe)) {
        if (Date.now() > deadline) throw new Error("a place stays taken");
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    return (await used()) - spentOnProbes;
  };
}
