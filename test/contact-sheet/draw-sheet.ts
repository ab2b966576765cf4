import { openCanvas, type Tile } from './canvas.ts'
import { drawNumber } from './segments.ts'
import { TILE } from './show.ts'

/** What stands at one place of a sheet: a picture, a number drawn large, a refusal, or nothing. */
export type Cell = { tile: Tile } | { number: number } | 'refused' | undefined

export type SheetRow = { picture: number; cells: Cell[] }

const GAP = 6
const LEFT = 110
const TOP = 34
const PAPER = [244, 241, 234] as const
const INK = [43, 38, 34] as const
const RED = [190, 50, 40] as const

/**
 * Draws a sheet: a row of tiles for each row, its number on the left, in red the picture's number where another picture
 * begins, and above the columns their numbers. What the numbers mean stands in the legend.
 */
export function drawSheet(columns: number[], rows: SheetRow[]): Promise<Buffer> {
  const [across, down] = [TILE.width + GAP, TILE.height + GAP]
  const starts = rows.map((row, at) => row.picture !== rows[at - 1]?.picture)
  const heads = (at: number) => starts.slice(0, at + 1).filter(Boolean).length
  const height = rows.length * down + heads(rows.length - 1) * TOP + GAP
  const canvas = openCanvas(LEFT + columns.length * across, height, PAPER)
  for (const [at, { picture, cells }] of rows.entries()) {
    const top = heads(at) * TOP + at * down
    if (starts[at]) {
      drawNumber(canvas, picture, 8, top - TOP + 6, 3, RED)
      for (const [place, percent] of columns.entries()) {
        drawNumber(canvas, percent, LEFT + place * across + 4, top - TOP + 12, 2, INK)
      }
    }
    drawNumber(canvas, at + 1, 8, top + 20, 4, INK)
    for (const [place, cell] of cells.entries()) {
      const left = LEFT + place * across
      const box = { left, top, width: TILE.width, height: TILE.height }
      if (cell === undefined) continue
      if (cell === 'refused') canvas.cross(box, RED)
      else if ('number' in cell) drawNumber(canvas, cell.number, left + 20, top + 20, 14, INK)
      else canvas.paste(cell.tile, left, top)
    }
  }
  return canvas.png()
}
