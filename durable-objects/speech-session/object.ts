import { DurableObject } from "cloudflare:workers";

/** Holds one WebSocket of streamed text in, audio out. */
export class SpeechSession extends DurableObject {}
