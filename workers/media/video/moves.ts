/** What changes from one picture to the next: columns of 4 pixels take what stands elsewhere in the last picture. */

export interface Move {
  /** First column of 4 pixels, row of macroblocks, and how many columns. */
  column: number;
  row: number;
  columns: number;
  /** Where what they take stands, from them, in pixels. */
  dx: number;
  dy: number;
}

export const COLUMN_PX = 4;
export const ROW_PX = 16;
