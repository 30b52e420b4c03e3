/**
 * An MP4 with one H.264 and one AAC track, `moov` first, so that it plays while it loads (ISO/IEC 14496-12, -14 and -15).
 * The sound's edit list is exact to the sample: neither the encoder's silence before it nor its padding behind it is presented.
 */
import { BT709 } from "./h264/parameter-sets";
import { ascii, box, bytes, fullBox, join, u16, u32 } from "./mp4-boxes";

export interface VideoTrack {
  width: number;
  height: number;
  framesPerSecond: number;
  /** AVCDecoderConfigurationRecord. */
  configuration: Uint8Array;
  /** In the order of their display, one picture each; see `addPicture`. */
  samples: Sample[];
}

export interface SoundTrack {
  sampleRateHz: number;
  samplesPerPacket: number;
  /** Samples at the beginning that are not heard. */
  primingSamples: number;
  /** Samples that are heard. */
  samples: number;
  /** AudioSpecificConfig. */
  config: Uint8Array;
  packets: readonly Uint8Array[];
}

export interface Sample {
  data: Uint8Array;
  /** Decoding may begin with it. */
  isKey: boolean;
}

/** One row of boxes for both tracks. */
interface Track {
  id: number;
  timescale: number;
  sampleDuration: number;
  data: readonly Uint8Array[];
  /** Of each chunk. */
  samplesPerChunk: number;
}

/** What the tracks' parts are laid down in turns of, so that a player needs to hold little. */
const CHUNK_SECONDS = 0.5;
const TICKS_PER_PICTURE = 1000;
const IDENTITY_MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const UNDETERMINED_LANGUAGE = 0x55c4;
const ENABLED_IN_MOVIE = 3;
const SELF_CONTAINED = 1;
const AAC_OBJECT_TYPE = 0x40;
const AUDIO_STREAM = 0x15;

/** A picture's NAL units as a sample: each with its length. */
export function pictureSample(units: readonly Uint8Array[], isKey: boolean): Sample {
  return { data: join(units.flatMap((unit) => [u32(unit.length), unit])), isKey };
}

export function writeMp4(video: VideoTrack, sound: SoundTrack): Uint8Array {
  const pictures: Track = {
    id: 1,
    timescale: video.framesPerSecond * TICKS_PER_PICTURE,
    sampleDuration: TICKS_PER_PICTURE,
    data: video.samples.map((sample) => sample.data),
    samplesPerChunk: Math.round(CHUNK_SECONDS * video.framesPerSecond),
  };
  const packets: Track = {
    id: 2,
    timescale: sound.sampleRateHz,
    sampleDuration: sound.samplesPerPacket,
    data: sound.packets,
    samplesPerChunk: Math.max(1, Math.round((CHUNK_SECONDS * sound.sampleRateHz) / sound.samplesPerPacket)),
  };
  const type = box("ftyp", ascii("isom"), u32(0x200), ascii("isomiso2avc1mp41"));
  const movie = (mediaAt: number) => writeMovie(video, sound, pictures, packets, mediaAt);
  // Offsets have a fixed size, so the length is known before they are.
  const mediaAt = type.length + movie(0).length + 8;
  const media = interleave(pictures, packets).flatMap(({ track, from, to }) => track.data.slice(from, to));
  const mediaBytes = media.reduce((sum, part) => sum + part.length, 0);
  return join([type, movie(mediaAt), u32(mediaBytes + 8), ascii("mdat"), ...media]);
}

/** Chunks of both tracks in the order of their beginnings. */
function interleave(...tracks: Track[]): { track: Track; from: number; to: number }[] {
  const chunks = tracks.flatMap((track) =>
    Array.from({ length: Math.ceil(track.data.length / track.samplesPerChunk) }, (_, i) => {
      const from = i * track.samplesPerChunk;
      const to = Math.min(track.data.length, from + track.samplesPerChunk);
      return { track, from, to, seconds: (from * track.sampleDuration) / track.timescale };
    }),
  );
  return chunks.sort((a, b) => a.seconds - b.seconds || a.track.id - b.track.id);
}

function chunkOffsets(track: Track, tracks: Track[], mediaAt: number): number[] {
  const offsets: number[] = [];
  let at = mediaAt;
  for (const chunk of interleave(...tracks)) {
    if (chunk.track === track) offsets.push(at);
    for (let i = chunk.from; i < chunk.to; i++) at += chunk.track.data[i]!.length;
  }
  return offsets;
}

function writeMovie(
  video: VideoTrack,
  sound: SoundTrack,
  pictures: Track,
  packets: Track,
  mediaAt: number,
): Uint8Array {
  // In samples of sound, so that the edit list is exact.
  const timescale = sound.sampleRateHz;
  const pictureTicks = Math.round((pictures.data.length * timescale) / video.framesPerSecond);
  const offsetsOf = (track: Track) => chunkOffsets(track, [pictures, packets], mediaAt);
  const header = fullBox("mvhd", 0, 0, [
    ...[u32(0), u32(0), u32(timescale), u32(Math.max(pictureTicks, sound.samples))],
    ...[u32(0x10000), u16(0x100), bytes(10)],
    ...IDENTITY_MATRIX.map(u32),
    ...[bytes(24), u32(3)],
  ]);
  const videoHeader = fullBox("vmhd", 0, 1, [u16(0), bytes(6)]);
  const soundHeader = fullBox("smhd", 0, 0, [u16(0), u16(0)]);
  const { width, height } = video;
  const keys = video.samples.flatMap((sample, i) => (sample.isKey ? [i + 1] : []));
  const keyTable = fullBox("stss", 0, 0, [u32(keys.length), ...keys.map(u32)]);
  return box(
    "moov",
    header,
    box(
      "trak",
      trackHeader(pictures, pictureTicks, { width, height }),
      editList(pictureTicks, 0),
      media(pictures, "vide", videoHeader, videoEntry(video), offsetsOf(pictures), [keyTable]),
    ),
    box(
      "trak",
      trackHeader(packets, sound.samples, null),
      editList(sound.samples, sound.primingSamples),
      media(packets, "soun", soundHeader, soundEntry(sound), offsetsOf(packets), []),
    ),
  );
}

/** @param size of a track that is seen; null for one that is heard */
function trackHeader(track: Track, durationTicks: number, size: { width: number; height: number } | null): Uint8Array {
  return fullBox("tkhd", 0, ENABLED_IN_MOVIE, [
    ...[u32(0), u32(0), u32(track.id), u32(0), u32(durationTicks), bytes(8)],
    ...[u16(0), u16(0), u16(size ? 0 : 0x100), u16(0)],
    ...IDENTITY_MATRIX.map(u32),
    ...[u32((size?.width ?? 0) << 16), u32((size?.height ?? 0) << 16)],
  ]);
}

/** Which part of the media is presented, from the movie's beginning. */
function editList(durationTicks: number, mediaTime: number): Uint8Array {
  return box("edts", fullBox("elst", 0, 0, [u32(1), u32(durationTicks), u32(mediaTime), u16(1), u16(0)]));
}

function media(
  track: Track,
  handler: "vide" | "soun",
  handlerHeader: Uint8Array,
  entry: Uint8Array,
  offsets: readonly number[],
  tables: Uint8Array[],
): Uint8Array {
  const duration = track.data.length * track.sampleDuration;
  const name = handler === "vide" ? "Video" : "Sound";
  return box(
    "mdia",
    fullBox("mdhd", 0, 0, [u32(0), u32(0), u32(track.timescale), u32(duration), u16(UNDETERMINED_LANGUAGE), u16(0)]),
    fullBox("hdlr", 0, 0, [u32(0), ascii(handler), bytes(12), ascii(name), bytes(1)]),
    box(
      "minf",
      handlerHeader,
      box("dinf", fullBox("dref", 0, 0, [u32(1), fullBox("url ", 0, SELF_CONTAINED, [])])),
      box(
        "stbl",
        fullBox("stsd", 0, 0, [u32(1), entry]),
        fullBox("stts", 0, 0, [u32(1), u32(track.data.length), u32(track.sampleDuration)]),
        ...tables,
        samplesToChunks(track),
        fullBox("stsz", 0, 0, [u32(0), u32(track.data.length), ...track.data.map((data) => u32(data.length))]),
        fullBox("stco", 0, 0, [u32(offsets.length), ...offsets.map(u32)]),
      ),
    ),
  );
}

/** All chunks are of one length but the last. */
function samplesToChunks({ data, samplesPerChunk }: Track): Uint8Array {
  const whole = Math.floor(data.length / samplesPerChunk);
  const rest = data.length % samplesPerChunk;
  const runs: number[][] = [];
  if (whole > 0) runs.push([1, samplesPerChunk, 1]);
  if (rest > 0) runs.push([whole + 1, rest, 1]);
  return fullBox("stsc", 0, 0, [u32(runs.length), ...runs.flat().map(u32)]);
}

/** ISO/IEC 14496-15, 5.4.2, with the colours of ISO/IEC 14496-12, 12.1.5. */
function videoEntry({ width, height, configuration }: VideoTrack): Uint8Array {
  return box(
    "avc1",
    ...[bytes(6), u16(1), bytes(16), u16(width), u16(height), u32(0x480000), u32(0x480000), u32(0), u16(1)],
    ...[bytes(32), u16(24), u16(0xffff)],
    box("avcC", configuration),
    box("colr", ascii("nclx"), u16(BT709), u16(BT709), u16(BT709), bytes(1)),
    box("pasp", u32(1), u32(1)),
  );
}

/** ISO/IEC 14496-14, 5.6, with the descriptors of ISO/IEC 14496-1, 7.2.6. */
function soundEntry({ sampleRateHz, packets, samples, config }: SoundTrack): Uint8Array {
  const total = packets.reduce((sum, packet) => sum + packet.length, 0);
  const largest = packets.reduce((most, packet) => Math.max(most, packet.length), 0);
  const average = Math.round((total * 8 * sampleRateHz) / samples);
  const decoderInfo = descriptor(5, [config]);
  const bufferBytes = Uint8Array.of((largest >> 16) & 255, (largest >> 8) & 255, largest & 255);
  const decoder = descriptor(4, [
    ...[Uint8Array.of(AAC_OBJECT_TYPE, AUDIO_STREAM), bufferBytes, u32(average), u32(average), decoderInfo],
  ]);
  const stream = descriptor(3, [u16(0), bytes(1), decoder, descriptor(6, [Uint8Array.of(2)])]);
  return box(
    "mp4a",
    ...[bytes(6), u16(1), bytes(8), u16(1), u16(16), u32(0), u16(sampleRateHz > 0xffff ? 0 : sampleRateHz), u16(0)],
    fullBox("esds", 0, 0, [stream]),
  );
}

function descriptor(tag: number, parts: readonly Uint8Array[]): Uint8Array {
  const content = join(parts);
  return join([Uint8Array.of(tag, content.length), content]);
}
