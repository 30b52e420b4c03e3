/** Finished sound: from an engine's samples to the bytes a client gets, and back. */
export { decodeAudio, transcode } from "./decoder";
export { type AudioEncoder, type CodecModules, ceilingDbOf, completeFile, createEncoder, encodeWhole } from "./encoder";
export { TARGET_LUFS } from "./level-follower";
export { measureLoudness } from "./loudness";
export { createMastering, type Mastering, type MasteringOptions, type MasteringUnit } from "./mastering";
export { createPeakMeter, MAXIMUM_PEAKS, type PeakMeter } from "./peaks";
export { Resampler, resampleWhole } from "./resampler";
export { concatBytes, concatSamples, pcm16OfSamples, samplesOfPcm16 } from "./samples";
export { fixWavHeader, wavFile, wavHeader } from "./wav";
