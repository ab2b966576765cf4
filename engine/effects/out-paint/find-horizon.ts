import { KNOWN, type Level } from '../../fill/level.ts'
import { detectEdges, type Edges, houghLines, type Line } from '../../fill/straight-lines.ts'
import type { Box } from '../../geometry/box.ts'
import {
  HORIZON_ALONE,
  HORIZON_APART,
  HORIZON_LEVEL,
  HORIZON_RUN,
  HORIZON_SEEN,
  HORIZON_SHARES,
} from './tuning.ts'

/**
 * For each pixel of a level 1 above and −1 below the horizon, and 0 on it: a long level line with other things on
 * either side, such as the end of the sea or of a floor. Undefined where there is none, or several, as in a wall of
 * bricks.
 * @param inside the picture within the level, before lines were drawn beyond it
 */
export function partAtHorizon(level: Level, inside: Box): Int8Array | undefined {
  const { width, height } = level
  const edges = detectEdges(level, Number.MAX_SAFE_INTEGER)
  const lines = houghLines(edges, width, height)
    .filter(({ cos }) => Math.abs(cos) < HORIZON_LEVEL)
    .map((line) => ({ line, seen: seenAlong(edges, line, width, inside) }))
    .toSorted((a, b) => b.seen - a.seen)
  const [longest] = lines
  if (!longest || longest.seen < HORIZON_SEEN) return undefined
  const own = rowAt(longest.line, inside.left + inside.width / 2)
  const share = (own - inside.top) / inside.height
  if (share < HORIZON_SHARES.least || share > 1 - HORIZON_SHARES.least) return undefined
  const isAlone = lines.every(
    ({ line, seen }) =>
      seen < HORIZON_ALONE.seen * longest.seen ||
      Math.abs(rowAt(line, inside.left + inside.width / 2) - own) <
        HORIZON_ALONE.beside * inside.height,
  )
  if (!isAlone || !areUnlike(level, longest.line, inside)) return undefined
  const parts = new Int8Array(width * height)
  for (let x = 0; x < width; x++) {
    const row = rowAt(longest.line, x)
    for (let y = 0; y < height; y++) parts[y * width + x] = Math.sign(Math.round(row) - y)
  }
  return parts
}

/** The row at which a nearly level line crosses a column. */
function rowAt({ cos, sin, distance }: Line, x: number): number {
  return (distance - x * cos) / sin
}

/** The share of the picture's columns in which a line has an edge of its direction. */
function seenAlong(
  { x, y, cos, sin, count }: Edges,
  line: Line,
  width: number,
  inside: Box,
): number {
  const isSeen = new Uint8Array(width)
  for (let n = 0; n < count; n++) {
    if (Math.abs(rowAt(line, x[n]!) - y[n]!) > 1) continue
    if (cos[n]! * line.cos + sin[n]! * line.sin > HORIZON_RUN.aligned) isSeen[x[n]!] = 1
  }
  let seen = 0
  for (let from = 0; from < width; from++) {
    let to = from
    while (to < width && isSeen[to]) to++
    if (to - from >= HORIZON_RUN.least) seen += to - from
    from = to
  }
  return seen / inside.width
}

/** Whether what lies above a line has other mean colours than what lies below it; a bar has the same on either side. */
function areUnlike({ width, rgb, state }: Level, line: Line, inside: Box): boolean {
  const reach = Math.round(HORIZON_SHARES.beside * inside.height)
  const sums = [new Float64Array(4), new Float64Array(4)]
  for (let x = inside.left; x < inside.left + inside.width; x++) {
    const row = Math.round(rowAt(line, x))
    for (let y = row - reach; y <= row + reach; y++) {
      const i = y * width + x
      if (y < inside.top || y >= inside.top + inside.height) continue
      if (Math.abs(y - row) < HORIZON_SHARES.bar * inside.height) continue
      if (state[i] !== KNOWN) continue
      const own = sums[y < row ? 0 : 1]!
      for (let c = 0; c < 3; c++) own[c] = own[c]! + rgb[3 * i + c]!
      own[3] = own[3]! + 1
    }
  }
  const [above, below] = sums as [Float64Array, Float64Array]
  const apart = [0, 1, 2].map(
    (c) => above[c]! / Math.max(1, above[3]!) - below[c]! / Math.max(1, below[3]!),
  )
  return Math.hypot(...apart) > HORIZON_APART
}
