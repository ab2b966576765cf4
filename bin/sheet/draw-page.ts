import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { Picture } from '../../engine/raster/picture.ts'
import type { SheetRow } from './sheet-row.ts'
import { cutName, svgWords, wrapWords } from './svg-words.ts'

/** The longest side of a picture on a sheet, in pixels. */
export const TILE = 340

/** In pixels. A file is a cell of two pictures with lines of text below; two cells stand side by side. */
const LAYOUT = {
  columns: 2,
  margin: 20,
  gap: 8,
  between: 28,
  letters: 15,
  line: 20,
  least: 90,
} as const
const CELL = 2 * TILE + LAYOUT.gap
const REASON_LINES = 3
/** How much less of bold letters fits. */
const BOLD = 0.85
const PAPER = '#f4f1ea'
const INK = '#2b2622'
const COLOURS = {
  succeeded: '#2c7a4b',
  refused: '#8a6d1a',
  failed: '#b3362c',
  unfinished: '#6b6258',
}
const MARKS = { succeeded: '✓', refused: '–', failed: '✗', unfinished: '·' }

/** A row with its pictures, as far as there are any. */
export type DrawnRow = Pick<SheetRow, 'name' | 'outcome' | 'words'> & {
  before?: Picture | undefined
  after?: Picture | undefined
  /** Whether there is a result, be it a picture or not. */
  hasResult: boolean
}

/** Draws a page: files in reading order, each before and after, its name and what became of it. */
export function drawPage(title: string, rows: readonly DrawnRow[]): Sharp {
  const { columns, margin, between, line } = LAYOUT
  const width = 2 * margin + columns * CELL + (columns - 1) * between
  const pictures: OverlayOptions[] = []
  const art: string[] = [text(title, { x: margin, y: margin + line, colour: INK, weight: 'bold' })]
  let top = margin + 2 * line
  for (let at = 0; at < rows.length; at += columns) {
    const cells = rows.slice(at, at + columns)
    const tall = Math.max(
      LAYOUT.least,
      ...cells.flatMap(({ before, after }) => [before?.height ?? 0, after?.height ?? 0]),
    )
    const lines = Math.max(...cells.map((cell) => reasonOf(cell).length))
    for (const [n, cell] of cells.entries()) {
      const left = margin + n * (CELL + between)
      pictures.push(...picturesOf(cell, left, top, tall))
      art.push(drawCell(cell, left, top, tall))
    }
    top += tall + (1 + lines) * line + margin
  }
  const height = top + margin
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${art.join('')}</svg>`
  return sharp({
    create: { width, height, channels: 3, background: PAPER },
    limitInputPixels: false,
  })
    .composite([...pictures, { input: Buffer.from(svg), left: 0, top: 0 }])
    .removeAlpha()
}

function reasonOf({ words }: DrawnRow): string[] {
  return words === undefined ? [] : wrapWords(words, CELL / LAYOUT.letters, REASON_LINES)
}

function picturesOf(
  { before, after }: DrawnRow,
  left: number,
  top: number,
  tall: number,
): OverlayOptions[] {
  return [before, after].flatMap((picture, n) => {
    if (!picture) return []
    const { width, height, data } = picture
    return {
      input: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
      raw: { width, height, channels: 4 as const },
      left: left + n * (TILE + LAYOUT.gap) + Math.floor((TILE - width) / 2),
      top: top + Math.floor((tall - height) / 2),
    }
  })
}

/** What is not there is an empty frame that says so; below stand the name and the reason. */
function drawCell(cell: DrawnRow, left: number, top: number, tall: number): string {
  const { gap, letters, line } = LAYOUT
  const colour = COLOURS[cell.outcome]
  const frames = [
    cell.before ? '' : frame(left, top, tall, 'no picture to show'),
    cell.after
      ? ''
      : frame(
          left + TILE + gap,
          top,
          tall,
          cell.hasResult ? 'a result without a picture' : 'no result',
        ),
  ]
  const name = cutName(`${MARKS[cell.outcome]} ${cell.name}`, (CELL / letters) * BOLD)
  const first = line - 3
  const reasons = reasonOf(cell).map((words, n) =>
    text(words, { x: 0, y: first + (n + 1) * line, colour }),
  )
  // Fonts differ: what is wider than its cell all the same ends at its edge.
  const place = `x="${left}" y="${top + tall}" width="${CELL}" height="${(2 + REASON_LINES) * line}"`
  const words = [text(name, { x: 0, y: first, colour, weight: 'bold' }), ...reasons].join('')
  return `${frames.join('')}<svg ${place} overflow="hidden">${words}</svg>`
}

function frame(left: number, top: number, tall: number, words: string): string {
  const at = { x: left + TILE / 2, y: top + tall / 2 + 5, colour: '#6b6258', anchor: 'middle' }
  return (
    `<rect x="${left + 0.5}" y="${top + 0.5}" width="${TILE - 1}" height="${tall - 1}" fill="#e9e4d8" ` +
    `stroke="#cfc7b6"/>${text(words, at)}`
  )
}

function text(
  words: string,
  {
    x,
    y,
    colour,
    weight = 'normal',
    anchor = 'start',
  }: { x: number; y: number; colour: string; weight?: string; anchor?: string },
): string {
  return (
    `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${LAYOUT.letters}" font-weight="${weight}" ` +
    `text-anchor="${anchor}" fill="${colour}">${svgWords(words)}</text>`
  )
}
