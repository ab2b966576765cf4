/** Pixels of a picture that its file has lost. Rows are pixels as the file stores them, before EXIF turns them. */
export type Damage = {
  /** The first row that is not whole. */
  from: number
  /** How many rows are lost in all; parts of rows count as their share. */
  lost: number
  /** Rows of the picture. */
  rows: number
  /** Rows that are coded together: a row of blocks. */
  blockRows: number
}
