import type { Cell } from './draw-sheet.ts'

/** One row as the legend tells it. */
export type LegendRow = {
  /** Counted from 1, as drawn on the left. */
  row: number
  picture: string
  parameter: string
  /** By column: the value asked for, how long it took, and the refusal where there was one. */
  cells: { column: number; value: unknown; ms: number; refused?: string }[]
}

export type ContactSheet = {
  /** Numbers of the columns as drawn: strengths in percent of the range, 0 the source. */
  columns: number[]
  /** Names of the pictures, by the red numbers less one. */
  pictures: string[]
  rows: { picture: number; cells: Cell[]; legend: Omit<LegendRow, 'row'> }[]
}
