/** What tests of generation give to the double of `speech-double.ts`, and what they look for afterwards. */
import { expect } from "vitest";
import type { Generation } from "../../app/domains/speech/schema";
import { AppError } from "../../app/lib/app-error";
import type { SpeechFrame } from "../../workers/speech/protocol";
import type { speechDouble } from "./speech-double";
import { timingFrame } from "./speech-frames";

/** Sound of one byte, again and again. */
export const audio = (byte: number, length = 100): SpeechFrame => ({
  type: "audio",
  bytes: new Uint8Array(length).fill(byte),
});

/** The times of a stretch of text. */
export const timing = (text: string): SpeechFrame => ({ type: "timing", timing: timingFrame(text) });

/** Reads a generation to its end. */
export async function drain(generation: Generation): Promise<Uint8Array> {
  const pieces: number[] = [];
  for await (const frame of generation.frames) if (frame.type === "audio") pieces.push(...frame.bytes);
  return Uint8Array.from(pieces);
}

/** What work was refused with. */
export const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
};

/** Nothing held, nothing in work, nothing half. */
export function expectNothingLeft({ credits, slotsTaken, storage }: ReturnType<typeof speechDouble>) {
  expect(credits.held.size).toBe(0);
  expect(slotsTaken.size).toBe(0);
  expect(storage.openUploads.size).toBe(0);
}
