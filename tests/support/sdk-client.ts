import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";
import { sharedProduct } from "./product";

/** The official client, pointed at the product of this run. Retries are off, so that a test sees the first answer. */
export function sdkClient(apiKey: string = sharedProduct().apiKey): ElevenLabsClient {
  return new ElevenLabsClient({ baseUrl: sharedProduct().url, apiKey, maxRetries: 0 });
}
