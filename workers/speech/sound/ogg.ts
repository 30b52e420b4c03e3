/** Ogg pages with one Opus stream, written and read. RFC 3533 (Ogg) and RFC 7845 (Opus in Ogg). */

const CONTINUED = 1;
const FIRST = 2;
const LAST = 4;
/** Latency against overhead: a page every 100 ms. */
const PACKETS_IN_PAGE = 5;
/** Fixed, so that the same sound gives the same bytes. */
const SERIAL = 0x7061726c;
const VENDOR = "libopus";
const HEADER_BYTES = 27;

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0;
  for (let i = 0; i < bytes.length; i++) crc = ((crc << 8) ^ crcTable[((crc >>> 24) ^ bytes[i]!) & 255]!) >>> 0;
  return crc;
}

/** Puts Opus packets of one length into pages. Times ("granules") are in samples of 48 kHz, pre-skip included. */
export class OggOpusWriter {
  private sequence = 0;
  private granule = 0;
  private waiting: Uint8Array[] = [];

  constructor(private readonly options: { preSkip: number; inputRateHz: number; samplesInPacket: number }) {}

  /** The two header pages. */
  headers(): Uint8Array[] {
    const head = new Uint8Array(19);
    const view = new DataView(head.buffer);
    head.set(ascii("OpusHead"));
    head[8] = 1;
    head[9] = 1;
    view.setUint16(10, this.options.preSkip, true);
    view.setUint32(12, this.options.inputRateHz, true);
    const vendor = ascii(VENDOR);
    const tags = new Uint8Array(8 + 4 + vendor.length + 4);
    tags.set(ascii("OpusTags"));
    new DataView(tags.buffer).setUint32(8, vendor.length, true);
    tags.set(vendor, 12);
    return [this.page([head], 0, FIRST), this.page([tags], 0, 0)];
  }

  /** A page when one is full. At least one packet stays back, so that the last page can say it is the last. */
  push(packet: Uint8Array): Uint8Array | null {
    this.waiting.push(packet);
    if (this.waiting.length <= PACKETS_IN_PAGE) return null;
    const packets = this.waiting.splice(0, PACKETS_IN_PAGE);
    this.granule += packets.length * this.options.samplesInPacket;
    return this.page(packets, this.granule, 0);
  }

  /** The last page; its granule tells how many of the samples (48 kHz) are sound. */
  finish(samples: number): Uint8Array {
    return this.page(this.waiting, this.options.preSkip + samples, LAST);
  }

  private page(packets: Uint8Array[], granule: number, type: number): Uint8Array {
    const lacing: number[] = [];
    for (const packet of packets) {
      for (let left = packet.length; ; left -= 255) {
        lacing.push(Math.min(255, left));
        if (left < 255) break;
      }
    }
    const size = packets.reduce((sum, packet) => sum + packet.length, HEADER_BYTES + lacing.length);
    const page = new Uint8Array(size);
    const view = new DataView(page.buffer);
    page.set(ascii("OggS"));
    page[5] = type;
    view.setBigUint64(6, BigInt(granule), true);
    view.setUint32(14, SERIAL, true);
    view.setUint32(18, this.sequence++, true);
    page[26] = lacing.length;
    page.set(lacing, HEADER_BYTES);
    let at = HEADER_BYTES + lacing.length;
    for (const packet of packets) {
      page.set(packet, at);
      at += packet.length;
    }
    view.setUint32(22, crc32(page), true);
    return page;
  }
}

export interface OggOpusContent {
  preSkip: number;
  /** Samples of sound at 48 kHz: last granule less pre-skip. */
  samples: number;
  packets: Uint8Array[];
}

/**
 * The mono streams of an Ogg Opus file, one after the other ("chained", RFC 3533, section 4): what is spoken in several
 * generations, as over a socket, has as many. Throws on a broken page or another content.
 */
export function readOggOpus(bytes: Uint8Array): OggOpusContent[] {
  const streams: { packets: Uint8Array[]; granule: number }[] = [];
  let unfinished: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + HEADER_BYTES > bytes.length || text(bytes, at, 4) !== "OggS") throw new Error("broken Ogg page");
    const view = new DataView(bytes.buffer, bytes.byteOffset + at);
    const lacing = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + bytes[at + 26]!);
    const bodyAt = at + HEADER_BYTES + lacing.length;
    const end = lacing.reduce((sum, value) => sum + value, bodyAt);
    if (end > bytes.length) throw new Error("Ogg page is cut short");
    const page = bytes.slice(at, end);
    page.fill(0, 22, 26);
    if (crc32(page) !== view.getUint32(22, true)) throw new Error("Ogg page is damaged");
    if ((bytes[at + 5]! & FIRST) !== 0) streams.push({ packets: [], granule: 0 });
    const stream = streams.at(-1);
    if (!stream) throw new Error("not a mono Ogg Opus file");
    if ((bytes[at + 5]! & CONTINUED) === 0) unfinished = [];
    let body = bodyAt;
    for (const value of lacing) {
      for (let i = 0; i < value; i++) unfinished.push(bytes[body + i]!);
      body += value;
      if (value === 255) continue;
      stream.packets.push(Uint8Array.from(unfinished));
      unfinished = [];
    }
    stream.granule = Number(view.getBigUint64(6, true));
    at = end;
  }
  return streams.map(({ packets: [head, , ...packets], granule }) => {
    if (!head || text(head, 0, 8) !== "OpusHead" || head[9] !== 1) throw new Error("not a mono Ogg Opus file");
    const preSkip = new DataView(head.buffer).getUint16(10, true);
    return { preSkip, samples: Math.max(0, granule - preSkip), packets };
  });
}

const ascii = (value: string) => Uint8Array.from(value, (character) => character.charCodeAt(0));
const text = (bytes: Uint8Array, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));
