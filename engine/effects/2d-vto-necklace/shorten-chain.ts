import type { Product } from '../../product/product.ts'
import type { ChainEnds } from './necklace-shape.ts'
import { DROP, VISIT_WORN_SOLID } from './tuning.ts'

/** How a necklace that hangs too far for its ends is made smaller, with its ends as far apart as before. */
export type Shortened = {
  /** How many times as large as its ends ask for it is drawn, at most 1. */
  size: number
  /**
   * Where in the product a place lies.
   * @param u along the line between the ends, in pixels of the product that is not made smaller
   * @param v down from it, in pixels of the product
   */
  own: (u: number, v: number) => number
}

/**
 * A shop shows a chain as long as its picture is, its ends close together; worn, they lie on either side of a neck.
 * Such a necklace is made as small as a worn one is long, and the halves of its chain are spread evenly until they
 * meet; the pendant below keeps its shape.
 */
export function shortenChain(product: Product, ends: ChainEnds): Shortened {
  const length = Math.hypot(ends.right.x - ends.left.x, ends.right.y - ends.left.y)
  const rows = rowsBelow(product, ends, length)
  const size = Math.min(1, (DROP.most * length) / Math.max(1, rows.length))
  if (size === 1) return { size, own: (u) => u }
  const wider = 1 / size
  const middle = length / 2
  const { meeting, centre: at } = meetingOf(rows, length)
  const hasPendant = meeting > 0 && rows.length - meeting > DROP.pendant * rows.length
  // Halves that are far apart outside where they meet inside are broad, and would be torn: all of it is spread.
  const isPointed = hasPendant && extentOf(rows[meeting]!) < DROP.pointed * length
  if (!isPointed) return { size, own: (u) => u }
  const aside = at - middle
  return {
    size,
    own: (u, v) => {
      const down = Math.min(1, Math.max(0, v / meeting))
      const going = Math.min(1, Math.max(0, (down - 1 + DROP.over) / DROP.over))
      const times = wider + (1 - wider) * going * going * (3 - 2 * going)
      // The halves meet above the pendant, which may hang a little beside the middle.
      const centre = aside * down
      return middle + centre + ((u - middle) * wider - centre) / times
    },
  }
}

/** What of a row of a product is filled, 1; undefined where nothing is. */
type Row = Uint8Array | undefined

/** The rows of a product below the line between its ends, down to its lowest; places lie along that line. */
function rowsBelow({ data, width, height }: Product, { left, right }: ChainEnds, length: number) {
  const along = { x: (right.x - left.x) / length, y: (right.y - left.y) / length }
  const rows: Row[] = []
  const columns = Math.ceil(length) + 1
  for (let y = 0, at = 3; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      if (data[at]! < VISIT_WORN_SOLID) continue
      const [dx, dy] = [x + 0.5 - left.x, y + 0.5 - left.y]
      const [u, v] = [
        Math.floor(dx * along.x + dy * along.y),
        Math.floor(dy * along.x - dx * along.y),
      ]
      if (v < 0 || u < 0 || u >= columns) continue
      rows[v] ??= new Uint8Array(columns)
      rows[v][u] = 1
    }
  }
  return Array.from(rows)
}

/** The first row in which a chain's halves meet, and where; -1 where they do not. */
function meetingOf(rows: readonly Row[], length: number): { meeting: number; centre: number } {
  let centre = length / 2
  const meeting = rows.findIndex((row) => {
    if (!row) return false
    if (isAt(row, centre, DROP.meets * length)) return true
    const { from, to } = gapAround(row, centre)
    if (to - from > DROP.apart * length) centre = (from + to) / 2
    return false
  })
  return { meeting, centre }
}

/** The gap around a place between what a row shows; none where the row shows one side alone. */
function gapAround(row: NonNullable<Row>, place: number): { from: number; to: number } {
  const from = row.lastIndexOf(1, Math.floor(place))
  const to = row.indexOf(1, Math.floor(place))
  return from < 0 || to < 0 ? { from: 0, to: 0 } : { from: from + 1, to }
}

/** From the first to the last pixel that a row shows. */
function extentOf(row: NonNullable<Row>): number {
  return row.lastIndexOf(1) - row.indexOf(1) + 1
}

/** Whether anything of a row is within a reach of a place. */
function isAt(row: NonNullable<Row>, place: number, reach: number): boolean {
  const [from, to] = [Math.max(0, Math.floor(place - reach)), Math.ceil(place + reach)]
  return row.subarray(from, to + 1).includes(1)
}
