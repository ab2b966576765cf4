import { type Canvas, createCanvas, type Tile } from './canvas.ts'
import { drawNumber } from './segments.ts'

/** One cell of a sheet: a picture, a number drawn large, a refusal, or nothing. */
export type Cell = { tile: Tile } | { number: number } | 'refused' | undefined

export type SheetRow = { picture: number; cells: Cell[] }

/** The rows of one picture, whose tiles are all of about one size. */
type Block = { picture: number; first: number; rows: SheetRow[]; width: number; height: number }

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
  const blocks = blocksOf(rows)
  const widest = Math.max(...blocks.map(({ width }) => width))
  const heights = blocks.map((block) => TOP + block.rows.length * (block.height + GAP))
  const height = heights.reduce((sum, part) => sum + part, GAP)
  const canvas = createCanvas(LEFT + columns.length * (widest + GAP), height, PAPER)
  for (const [at, block] of blocks.entries()) {
    const top = heights.slice(0, at).reduce((sum, part) => sum + part, 0)
    drawBlock(canvas, columns, block, top)
  }
  return canvas.png()
}

function blocksOf(rows: SheetRow[]): Block[] {
  return [...Map.groupBy(rows, ({ picture }) => picture)].map(([picture, own]) => {
    const tiles = own.flatMap(({ cells }) =>
      cells.flatMap((cell) => (typeof cell === 'object' && 'tile' in cell ? [cell.tile] : [])),
    )
    return {
      picture,
      first: rows.indexOf(own[0]!) + 1,
      rows: own,
      width: Math.max(...tiles.map(({ width }) => width)),
      height: Math.max(...tiles.map(({ height }) => height)),
    }
  })
}

function drawBlock(canvas: Canvas, columns: number[], block: Block, top: number): void {
  const { width, height } = block
  const left = (position: number) => LEFT + position * (width + GAP)
  drawNumber(canvas, block.picture, 8, top + 6, 3, RED)
  for (const [position, column] of columns.entries()) {
    drawNumber(canvas, column, left(position) + 4, top + 12, 2, INK)
  }
  for (const [at, { cells }] of block.rows.entries()) {
    const rowTop = top + TOP + at * (height + GAP)
    drawNumber(canvas, block.first + at, 8, rowTop + 20, 4, INK)
    for (const [position, cell] of cells.entries()) {
      const box = { left: left(position), top: rowTop, width, height }
      if (cell === undefined) continue
      if (cell === 'refused') canvas.cross(box, RED)
      else if ('number' in cell)
        drawNumber(canvas, cell.number, box.left + 20, rowTop + 20, 14, INK)
      else canvas.paste(cell.tile, box.left, rowTop)
    }
  }
}
