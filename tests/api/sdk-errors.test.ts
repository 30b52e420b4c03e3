import { ElevenLabs, ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { describe, expect, it } from "vitest";
import { sharedProduct } from "../support/product";
import { sdkClient } from "../support/sdk-client";

const client = sdkClient();

async function refusalOf(call: PromiseLike<unknown>): Promise<ElevenLabsError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ElevenLabsError) return error;
    throw error;
  }
  throw new Error("the call was not refused");
}

describe("the official client's errors", () => {
  it("tell a wrong key (401), with the request's id", async () => {
    const error = await refusalOf(sdkClient("sk_wrong").user.get());
    expect(error.statusCode).toBe(401);
    expect(error.body).toMatchObject({ detail: { status: "invalid_api_key", request_id: expect.any(String) } });
    expect(error.rawResponse?.headers.get("request-id")).toMatch(/^req_/);
  });

  it("tell a voice that is not there (404)", async () => {
    const error = await refusalOf(client.voices.get("nope"));
    expect(error.statusCode).toBe(404);
    expect(error.body).toMatchObject({
      detail: { status: "voice_not_found", message: expect.stringContaining("nope") },
    });
  });

  it("tell input that does not fit (422), as the class for it", async () => {
    const error = await refusalOf(client.voices.search({ pageSize: 1000 }));
    expect(error).toBeInstanceOf(ElevenLabs.UnprocessableEntityError);
    expect(error.body).toMatchObject({ detail: [{ loc: ["query", "page_size"], type: "less_than_equal" }] });
  });

  it("tell that there are too many at a time (429), with both numbers and when to come back", async () => {
    const { voiceId } = sharedProduct();
    const text = "One request after the other wants to be spoken at the same time. ".repeat(20);
    const calls = Array.from({ length: 60 }, async (_, i) => {
      const stream = await client.textToSpeech.stream(voiceId, { text: `${i}. ${text}`, modelId: "eleven_flash_v2" });
      // Held, not read: the place stays taken.
      return stream;
    });
    const outcomes = await Promise.allSettled(calls);
    await Promise.all(
      outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value.cancel() : Promise.resolve())),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    const busy = refusals.find((error) => error instanceof ElevenLabsError && error.statusCode === 429);
    expect(busy).toBeInstanceOf(ElevenLabsError);
    const { headers } = (busy as ElevenLabsError).rawResponse!;
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect((busy as ElevenLabsError).body).toMatchObject({ detail: { status: "too_many_concurrent_requests" } });
    expect(Number(headers.get("maximum-concurrent-requests"))).toBeGreaterThan(0);
  });
});
