import type { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";
import { creditsAtRest } from "./charges";
import { sharedProduct } from "./product";
import { sdkClient } from "./sdk-client";
import { newestLinkFor, Visitor } from "./visitor";

export interface OwnWorkspace {
  apiKey: string;
  client: ElevenLabsClient;
  /** Any call of the API, by its path or an address that the API gave; a body is sent as JSON. */
  call(
    address: string,
    init?: { method?: string; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal },
  ): Promise<Response>;
  /** Credits used so far. */
  used(): Promise<number>;
  /** The same once nothing is spoken in it any more, without what it takes to see that; see `creditsAtRest`. */
  usedAtRest(): Promise<number>;
}

let people = 0;

/** A workspace of this test's own on the free plan, made the way a person makes one. */
export async function ownWorkspace(): Promise<OwnWorkspace> {
  const { url, voiceId } = sharedProduct();
  const visitor = new Visitor(url);
  const email = `own-${process.pid}-${Date.now()}-${++people}@example.com`;
  const password = "Correct horse 7!";
  await visitor.submit("/app/sign-up", { email, password });
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
  await visitor.submit("/app/sign-in", { email, password });
  const created = await visitor.submit("/app/settings/api-keys", { intent: "create", name: "test" });
  const apiKey = /value="(sk_[0-9a-f]{48})"/.exec(created.html)?.[1];
  if (!apiKey) throw new Error("no API key was shown");
  const client = sdkClient(apiKey);
  const call: OwnWorkspace["call"] = (address, { method, body, headers, signal } = {}) =>
    fetch(new URL(address, url), {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        "xi-api-key": apiKey,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  const used = async () => (await client.user.subscription.get()).characterCount;
  const speak = (body: unknown) => call(`/v1/text-to-speech/${voiceId}`, { body });
  return { apiKey, client, call, used, usedAtRest: creditsAtRest({ used, speak }) };
}

/** All bytes of a stream of the official client. */
export async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream as BodyInit).arrayBuffer());
}
