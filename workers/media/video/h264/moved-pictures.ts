/**
 * Pictures that only copy from the picture before, written by hand (ITU-T H.264, P slices of clause 7.3.3): each block of 4 by 16
 * pixels stays, or takes what stood some whole, even number of pixels away. There is no residual and no deblocking, so a copy is
 * exact and nothing drifts however many pictures follow each other. An encoder needs tens of milliseconds for what this does in
 * a fraction of one.
 *
 * Why columns of 4 pixels: sub-macroblocks may be split into 4x8 (table 7-17), which is the finest that keeps within
 * MaxMvsPer2Mb (16 from level 3.1 on, table A-1). Why even: a chroma sample covers two pixels, and would be interpolated else
 * (clause 8.4.2.2.2).
 */
import { BitWriter } from "./bit-writer";
import { FRAME_NUMBER_BITS } from "./parameter-sets";

/** nal_ref_idc 3, nal_unit_type 1: a picture that is no IDR picture and that others refer to. */
const SLICE = 0x61;
/** slice_type (table 7-6): P, and so are all slices of the picture. */
const P_SLICES = 5;
/** mb_type (table 7-13). */
const P_16X16 = 0;
const P_8X8 = 3;
/** sub_mb_type (table 7-17). */
const SUB_8X8 = 0;
const SUB_4X8 = 2;
const NO_DEBLOCKING = 1;
/** coded_block_pattern 0 of an inter macroblock, as table 9-4 maps it. */
const NOTHING_CODED = 0;

/** Columns of 4 pixels in a macroblock. */
const COLUMNS = 4;
const QUARTERS = 4;
/** Vertical vectors of level 3.1 and above reach from -512 to 511.75 pixels (table A-1). */
const FURTHEST_UPRIGHT = 510;
const FURTHEST_SIDEWAYS = 2046;

export class MovedPictures {
  readonly #columns: number;
  readonly #width: number;
  readonly #height: number;
  /** Vectors in pixels by macroblock row and column of 4 pixels: where each column takes its 16 rows from. */
  readonly #dx: Int16Array;
  readonly #dy: Int16Array;
  readonly #movedRows: Uint8Array;
  readonly #out = new BitWriter(4096);
  #frameNumber = 0;
  #skipped = 0;

  constructor(widthInMacroblocks: number, heightInMacroblocks: number) {
    this.#width = widthInMacroblocks;
    this.#height = heightInMacroblocks;
    this.#columns = widthInMacroblocks * COLUMNS;
    this.#dx = new Int16Array(this.#columns * heightInMacroblocks);
    this.#dy = new Int16Array(this.#columns * heightInMacroblocks);
    this.#movedRows = new Uint8Array(heightInMacroblocks);
  }

  /** To be called after each IDR picture, which counts as 0 (clause 7.4.3, frame_num). */
  restart(): void {
    this.#frameNumber = 0;
  }

  /**
   * Lets columns of 4 pixels of the next picture take their content from elsewhere in the last one.
   *
   * @param column first of them, from the left edge
   * @param row of macroblocks
   * @param count of columns
   * @param dx how far right of them what they take stands, in pixels: even, at most 2046 away
   * @param dy how far below, in pixels: even, at most 510 away
   */
  move(column: number, row: number, count: number, dx: number, dy: number): void {
    if ((dx | dy) & 1 || Math.abs(dx) > FURTHEST_SIDEWAYS || Math.abs(dy) > FURTHEST_UPRIGHT)
      throw new RangeError(`no vector reaches (${dx}, ${dy})`);
    const from = row * this.#columns + column;
    this.#dx.fill(dx, from, from + count);
    this.#dy.fill(dy, from, from + count);
    this.#movedRows[row] = 1;
  }

  /** The picture with all moves since the last one, as a NAL unit; what was not moved stays. */
  takePicture(): Uint8Array {
    this.#frameNumber = (this.#frameNumber + 1) % (1 << FRAME_NUMBER_BITS);
    this.#writeSliceHeader();
    this.#skipped = 0;
    for (let row = 0; row < this.#height; row++) {
      // Nothing is predicted to move in a row that does not: P_Skip goes by the left neighbour too (clause 8.4.1.1).
      if (!this.#movedRows[row]) this.#skipped += this.#width;
      else for (let column = 0; column < this.#width; column++) this.#writeMacroblock(column, row);
    }
    if (this.#skipped > 0) this.#out.unsigned(this.#skipped);
    for (let row = 0; row < this.#height; row++) {
      if (!this.#movedRows[row]) continue;
      this.#dx.fill(0, row * this.#columns, (row + 1) * this.#columns);
      this.#dy.fill(0, row * this.#columns, (row + 1) * this.#columns);
    }
    this.#movedRows.fill(0);
    return this.#out.takeNalUnit(SLICE);
  }

  /** Clause 7.3.3. */
  #writeSliceHeader(): void {
    const out = this.#out;
    out.unsigned(0); // first_mb_in_slice
    out.unsigned(P_SLICES);
    out.unsigned(0); // pic_parameter_set_id
    out.bits(FRAME_NUMBER_BITS, this.#frameNumber);
    out.flag(false); // num_ref_idx_active_override_flag
    out.flag(false); // ref_pic_list_modification_flag_l0
    out.flag(false); // adaptive_ref_pic_marking_mode_flag
    out.signed(0); // slice_qp_delta
    out.unsigned(NO_DEBLOCKING); // disable_deblocking_filter_idc
  }

  /** Clauses 7.3.5, 7.3.5.1 and 7.3.5.2. */
  #writeMacroblock(column: number, row: number): void {
    const at = row * this.#columns + column * COLUMNS;
    const halves = [this.#areSame(at, at + 1), this.#areSame(at + 2, at + 3)] as const;
    const isWhole = halves[0] && halves[1] && this.#areSame(at, at + 2);
    const out = this.#out;
    if (isWhole) {
      const predicted = this.#predict(column, row, 0, COLUMNS, false);
      const skipped = this.#skipVector(column, row, predicted);
      if (this.#dx[at] === skipped.x && this.#dy[at] === skipped.y) {
        this.#skipped++;
        return;
      }
      out.unsigned(this.#takeSkipped());
      out.unsigned(P_16X16);
      this.#writeDifference(at, predicted);
    } else {
      out.unsigned(this.#takeSkipped());
      out.unsigned(P_8X8);
      for (const half of [0, 1, 0, 1] as const) out.unsigned(halves[half] ? SUB_8X8 : SUB_4X8);
      for (const isLower of [false, true]) {
        for (const half of [0, 1] as const) {
          const width = halves[half] ? 2 : 1;
          for (let part = half * 2; part < half * 2 + 2; part += width)
            this.#writeDifference(at + part, this.#predict(column, row, part, width, isLower));
        }
      }
    }
    out.unsigned(NOTHING_CODED);
  }

  #areSame(a: number, b: number): boolean {
    return this.#dx[a] === this.#dx[b] && this.#dy[a] === this.#dy[b];
  }

  #takeSkipped(): number {
    const skipped = this.#skipped;
    this.#skipped = 0;
    return skipped;
  }

  #writeDifference(at: number, predicted: Vector): void {
    this.#out.signed((this.#dx[at]! - predicted.x) * QUARTERS);
    this.#out.signed((this.#dy[at]! - predicted.y) * QUARTERS);
  }

  /** What a skipped macroblock takes, clause 8.4.1.1. */
  #skipVector(column: number, row: number, predicted: Vector): Vector {
    if (column === 0 || row === 0) return STILL;
    const at = row * this.#columns + column * COLUMNS;
    const [left, above] = [at - 1, at - this.#columns];
    if (this.#dx[left] === 0 && this.#dy[left] === 0) return STILL;
    if (this.#dx[above] === 0 && this.#dy[above] === 0) return STILL;
    return predicted;
  }

  /**
   * Median prediction (clause 8.4.1.3) from the neighbours to the left (A), above (B) and above to the right (C), or in its place
   * above to the left (D), of clause 6.4.11.7. All refer to the one reference picture.
   *
   * @param part first column of the partition within the macroblock
   * @param width of the partition in columns
   * @param isLower whether it is in the lower half of a macroblock that is split
   */
  #predict(column: number, row: number, part: number, width: number, isLower: boolean): Vector {
    const at = row * this.#columns + column * COLUMNS + part;
    // Both halves of a macroblock have the same vectors: above a lower one stands its own column.
    const above = isLower ? at : at - this.#columns;
    const hasLeft = part > 0 || column > 0;
    const hasAbove = isLower || row > 0;
    // Beyond the right edge, what is above is the next macroblock of the row above; beside a lower half it is not decoded yet.
    const isInside = part + width < COLUMNS;
    const hasAboveRight = hasAbove && (isInside || (!isLower && column < this.#width - 1));
    const a = hasLeft ? at - 1 : NONE;
    const b = hasAbove ? above : NONE;
    const c = hasAboveRight ? above + width : hasAbove && hasLeft ? above - 1 : NONE;
    const only = soleOf(a, b, c);
    if (only !== NONE) return { x: this.#dx[only]!, y: this.#dy[only]! };
    return {
      x: medianOf(this.#dx[a] ?? 0, this.#dx[b] ?? 0, this.#dx[c] ?? 0),
      y: medianOf(this.#dy[a] ?? 0, this.#dy[b] ?? 0, this.#dy[c] ?? 0),
    };
  }
}

interface Vector {
  x: number;
  y: number;
}

const STILL: Vector = { x: 0, y: 0 };
const NONE = -1;

/** The one neighbour there is, when there is one only. */
function soleOf(a: number, b: number, c: number): number {
  const count = Number(a !== NONE) + Number(b !== NONE) + Number(c !== NONE);
  return count === 1 ? Math.max(a, b, c) : NONE;
}

const medianOf = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
