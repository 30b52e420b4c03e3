import { riffHeader } from "~/lib/riff-header";
import { formatFacts, isOutputFormat } from "../../workers/speech/formats";

/** A sound as a browser plays it: samples that are stored without a header get one, all else is as it is. */
export function playableSound(sound: Blob, outputFormat: string): Blob {
  if (!isOutputFormat(outputFormat)) return sound;
  const { family, sampleRateHz } = formatFacts(outputFormat);
  if (family !== "pcm" && family !== "alaw" && family !== "ulaw") return sound;
  return new Blob([riffHeader({ coding: family, sampleRateHz }, sound.size), sound], { type: "audio/wav" });
}
