/** What somebody who speaks was charged, asked for when nothing more is to come. */

const PROBE = { text: "Still here.", model_id: "eleven_flash_v2_5" };
const PROBE_CREDITS = 6;
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
  let probes = 0;
  const placesTaken = async () => {
    const answer = await speak(PROBE);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`places could not be counted: ${answer.status}`);
    probes++;
    // With the one that asks.
    return Number(answer.headers.get("current-concurrent-requests")) - 1;
  };
  return async () => {
    const deadline = Date.now() + PATIENCE_MS;
    while ((await placesTaken()) > 0) {
      if (Date.now() > deadline) throw new Error("a place stays taken");
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return (await used()) - probes * PROBE_CREDITS;
  };
}
