/** Finished sound: from an engine's samples to the bytes a client gets, and back. */
export { decodeAudio, transcode } from "./decoder";
export {
  type AudioEncoder,
  type CodecModules,
  ceilingDbOf,
  completeFile,
  createEncoder,
  encodeWhole,
  holdSecondsOf,
} from "./encoder";
export { createMastering, type Mastering, type MasteringOptions, type MasteringUnit } from "./mastering";
export { createPeakMeter, type PeakMeter } from "./peaks";
export { Resampler, resampleWhole } from "./resampler";
export { concatBytes, concatSamples, pcm16OfSamples } from "./samples";
export { wavFile } from "./wav";
