/** A picture as video codecs take it: I420, a luma plane, then two chroma planes of half its width and height. */

/** A colour in Rec. ITU-R BT.709 with the levels of video (16 to 235, chroma 16 to 240). */
export interface VideoColour {
  y: number;
  u: number;
  v: number;
}

/** From `#rrggbb`. */
export function videoColour(hex: string): VideoColour {
  const value = Number.parseInt(hex.slice(1), 16);
  return toVideo(value >> 16, (value >> 8) & 255, value & 255);
}

function toVideo(red: number, green: number, blue: number): VideoColour {
  const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return {
    y: 16 + (luma * 219) / 255,
    u: 128 + (((blue - luma) / 1.8556) * 224) / 255,
    v: 128 + (((red - luma) / 1.5748) * 224) / 255,
  };
}

export class Picture {
  readonly yuv: Uint8Array;
  readonly #chromaWidth: number;
  readonly #u: number;
  readonly #v: number;

  /** Even sizes. */
  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.yuv = new Uint8Array((width * height * 3) / 2);
    this.#chromaWidth = width / 2;
    this.#u = width * height;
    this.#v = this.#u + (width * height) / 4;
  }

  /** All arguments even, as in the following. */
  fill(x: number, y: number, width: number, height: number, colour: VideoColour): void {
    for (let row = y; row < y + height; row++)
      this.yuv.fill(Math.round(colour.y), row * this.width + x, row * this.width + x + width);
    for (let row = y / 2; row < (y + height) / 2; row++) {
      const from = row * this.#chromaWidth + x / 2;
      this.yuv.fill(Math.round(colour.u), this.#u + from, this.#u + from + width / 2);
      this.yuv.fill(Math.round(colour.v), this.#v + from, this.#v + from + width / 2);
    }
  }

  /** Puts an opaque picture of four bytes a pixel into the upper left corner. */
  paintRgba(rgba: Uint8Array, width: number, height: number): void {
    for (let y = 0; y < height; y += 2) {
      for (let x = 0; x < width; x += 2) {
        let [u, v] = [0, 0];
        for (let k = 0; k < 4; k++) {
          const [px, py] = [x + (k & 1), y + (k >> 1)];
          const at = (py * width + px) * 4;
          const colour = toVideo(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!);
          this.yuv[py * this.width + px] = Math.round(colour.y);
          u += colour.u;
          v += colour.v;
        }
        const at = (y / 2) * this.#chromaWidth + x / 2;
        this.yuv[this.#u + at] = Math.round(u / 4);
        this.yuv[this.#v + at] = Math.round(v / 4);
      }
    }
  }

  /**
   * Paints a shape in one colour on ground of another.
   *
   * @param coverage 0..255 for each pixel of the shape, `stride` apart from row to row; read from `from` on
   */
  paintShape(
    at: { x: number; y: number; width: number; height: number },
    coverage: Uint8Array,
    { from, stride }: { from: number; stride: number },
    ink: VideoColour,
    ground: VideoColour,
  ): void {
    const [lumaStep, uStep, vStep] = [ink.y - ground.y, ink.u - ground.u, ink.v - ground.v];
    for (let y = 0; y < at.height; y += 2) {
      for (let x = 0; x < at.width; x += 2) {
        const read = from + y * stride + x;
        const write = (at.y + y) * this.width + at.x + x;
        const a = coverage[read]!;
        const b = coverage[read + 1]!;
        const c = coverage[read + stride]!;
        const d = coverage[read + stride + 1]!;
        this.yuv[write] = Math.round(ground.y + (lumaStep * a) / 255);
        this.yuv[write + 1] = Math.round(ground.y + (lumaStep * b) / 255);
        this.yuv[write + this.width] = Math.round(ground.y + (lumaStep * c) / 255);
        this.yuv[write + this.width + 1] = Math.round(ground.y + (lumaStep * d) / 255);
        const share = (a + b + c + d) / 1020;
        const chroma = ((at.y + y) / 2) * this.#chromaWidth + (at.x + x) / 2;
        this.yuv[this.#u + chroma] = Math.round(ground.u + uStep * share);
        this.yuv[this.#v + chroma] = Math.round(ground.v + vStep * share);
      }
    }
  }

  /** Takes all of a picture of the same size. */
  copyFrom(other: Picture): void {
    this.yuv.set(other.yuv);
  }

  /** Takes a rectangle that stands elsewhere in a picture of the same size, or in this one where they do not overlap. */
  copyPart(other: Picture, x: number, y: number, width: number, height: number, fromX: number, fromY: number): void {
    for (let row = 0; row < height; row++) {
      const from = (fromY + row) * this.width + fromX;
      this.yuv.set(other.yuv.subarray(from, from + width), (y + row) * this.width + x);
    }
    for (const plane of [this.#u, this.#v]) {
      for (let row = 0; row < height / 2; row++) {
        const from = plane + (fromY / 2 + row) * this.#chromaWidth + fromX / 2;
        this.yuv.set(other.yuv.subarray(from, from + width / 2), plane + (y / 2 + row) * this.#chromaWidth + x / 2);
      }
    }
  }

  /** Takes a smaller picture into the upper left corner. */
  paste(part: Picture): void {
    this.#eachRow(part, (mine, theirs, length) => this.yuv.set(part.yuv.subarray(theirs, theirs + length), mine));
  }

  /** The upper left corner. */
  crop(width: number, height: number): Picture {
    const cut = new Picture(width, height);
    this.#eachRow(cut, (mine, theirs, length) => cut.yuv.set(this.yuv.subarray(mine, mine + length), theirs));
    return cut;
  }

  /** Rows of all planes of a smaller picture, with where they stand in both. */
  #eachRow(part: Picture, use: (mine: number, theirs: number, length: number) => void): void {
    for (let row = 0; row < part.height; row++) use(row * this.width, row * part.width, part.width);
    for (const [mine, theirs] of [
      [this.#u, part.#u],
      [this.#v, part.#v],
    ] as const)
      for (let row = 0; row < part.height / 2; row++)
        use(mine + row * this.#chromaWidth, theirs + row * part.#chromaWidth, part.#chromaWidth);
  }
}
