/** Fonts by family and slice, loaded when a text needs them and kept as long as there is room. */
import type { Face, Harfbuzz } from "./harfbuzz";

/** One of the prepared files by its name under `__media/`. Throws when it cannot be had. */
export type LoadAsset = (name: string) => Promise<Uint8Array>;

/** A slice of a family: its number and the family's name. */
export interface SliceName {
  family: string;
  slice: number;
}

export interface Coverage {
  /** Slices that have a character, in the order in which they are preferred. */
  slicesWith(character: number): readonly number[];
}

export interface FontStore {
  readonly harfbuzz: Harfbuzz;
  coverageOf(family: string): Promise<Coverage>;
  /**
   * Calls `use` with the faces of some slices, which stay open until it returns.
   * @throws Error when a font cannot be loaded.
   */
  withFaces<T>(names: readonly SliceName[], use: (faceOf: (name: SliceName) => Face) => T): Promise<T>;
}

/** What is kept open beyond what is in use. A Chinese text of a card needs about 2 MB. */
const KEPT_BYTES = 12 * 1024 * 1024;

interface Entry {
  bytes: number;
  users: number;
  face: Promise<Face>;
}

export function createFontStore(harfbuzz: Harfbuzz, loadAsset: LoadAsset, keptBytes = KEPT_BYTES): FontStore {
  const coverages = new Map<string, Promise<Coverage>>();
  /** The one used last stands last. */
  const entries = new Map<string, Entry>();

  function coverageOf(family: string): Promise<Coverage> {
    let coverage = coverages.get(family);
    if (!coverage) {
      coverage = loadAsset(`fonts/${family}/coverage.bin`).then(readCoverage);
      coverages.set(family, coverage);
      coverage.catch(() => coverages.delete(family));
    }
    return coverage;
  }

  function take(key: string): Entry {
    const entry = entries.get(key) ?? open(key);
    entry.users++;
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  }

  function open(key: string): Entry {
    const entry: Entry = {
      bytes: 0,
      users: 0,
      face: loadAsset(`fonts/${key}.ttf`).then((bytes) => {
        entry.bytes = bytes.length;
        return harfbuzz.openFace(bytes);
      }),
    };
    entry.face.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry;
  }

  async function closeUnused(): Promise<void> {
    let bytes = 0;
    for (const entry of entries.values()) bytes += entry.bytes;
    for (const [key, entry] of entries) {
      if (bytes <= keptBytes) return;
      if (entry.users > 0 || entry.bytes === 0) continue;
      entries.delete(key);
      bytes -= entry.bytes;
      harfbuzz.closeFace(await entry.face);
    }
  }

  return {
    harfbuzz,
    coverageOf,
    async withFaces(names, use) {
      const keys = [...new Set(names.map(keyOf))];
      const taken = keys.map(take);
      try {
        const faces = new Map<string, Face>();
        const opened = await Promise.all(taken.map((entry) => entry.face));
        for (const [i, face] of opened.entries()) faces.set(keys[i]!, face);
        return use((name) => faces.get(keyOf(name))!);
      } finally {
        for (const entry of taken) entry.users--;
        await closeUnused();
      }
    },
  };
}

const keyOf = ({ family, slice }: SliceName) => `${family}/${slice}`;

/** Reads what `build/prepare-fonts.mjs` wrote. */
function readCoverage(bytes: Uint8Array): Coverage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  const characterAt = (i: number) => view.getUint32(4 + i * 4, true);
  const sliceAt = (i: number) => view.getUint8(4 + count * 4 + i);
  return {
    slicesWith(character) {
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (characterAt(middle) < character) low = middle + 1;
        else high = middle;
      }
      const slices: number[] = [];
      for (let i = low; i < count && characterAt(i) === character; i++) slices.push(sliceAt(i));
      return slices;
    },
  };
}
