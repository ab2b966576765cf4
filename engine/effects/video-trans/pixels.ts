import type { Point } from '../../geometry/point.ts'
import { medianOrZero } from '../../geometry/quantile.ts'
import type { Planes, Yuv } from './planes.ts'
import type { Moment, Style } from './style.ts'
import {
  PIXELS_COLOURS,
  PIXELS_DITHER,
  PIXELS_KEEP,
  PIXELS_LOOK,
  PIXELS_ROUNDS,
  PIXELS_SPEED,
} from './tuning.ts'
import { vividness } from './vividness.ts'

const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

/** Large squares in few colours, as games had them; the grid moves with the camera. */
export const pixelArt: Style = (stage) => {
  const { width, height, unit } = stage
  const side = Math.max(2, 2 * Math.round(PIXELS_LOOK.halfSide * unit))
  const columns = Math.ceil(width / side) + 1
  const rows = Math.ceil(height / side) + 1
  const chosen = new Int16Array(columns * rows)
  let palette: Yuv[] = []
  let [shiftX, shiftY] = [0, 0]
  return (moment, to) => {
    const { source, flow } = moment
    if (flow) {
      const { x, y } = middleOf(flow)
      const before = [cellOf(shiftX, side), cellOf(shiftY, side)] as const
      shiftX -= x
      shiftY -= y
      const by = [cellOf(shiftX, side) - before[0], cellOf(shiftY, side) - before[1]] as const
      if (by[0] !== 0 || by[1] !== 0) shiftCells(chosen, columns, rows, by[0], by[1])
    } else {
      palette = []
      chosen.fill(-1)
      shiftX = 0
      shiftY = 0
    }
    const left = offsetOf(shiftX, side) - side
    const top = offsetOf(shiftY, side) - side
    const cells = meansOf(source, side, left, top, columns, rows)
    palette = choosePalette(cells, palette)
    const originX = cellOf(shiftX, side)
    const originY = cellOf(shiftY, side)
    for (let row = 0, at = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, at++) {
        const place = (((row - originY) & 3) << 2) | ((column - originX) & 3)
        const luma = cells.y[at]! + PIXELS_DITHER * ((2 * BAYER[place]!) / 15 - 1)
        chosen[at] = nearest(palette, luma, cells.u[at]!, cells.v[at]!, chosen[at]!)
        fillSquare(to, left + column * side, top + row * side, side, palette[chosen[at]!]!)
      }
    }
  }
}

function cellOf(shift: number, side: number): number {
  return Math.floor(Math.round(shift / 2) / (side / 2))
}

/** Even pixels from a whole number of squares. */
function offsetOf(shift: number, side: number): number {
  return 2 * Math.round(shift / 2) - cellOf(shift, side) * side
}

function shiftCells(cells: Int16Array, columns: number, rows: number, x: number, y: number): void {
  const old = cells.slice()
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const [u, v] = [column - x, row - y]
      const inside = u >= 0 && v >= 0 && u < columns && v < rows
      cells[at] = inside ? old[v * columns + u]! : -1
    }
  }
}

/** The middle one of all vectors: that of the camera in most videos. */
function middleOf({ dx, dy }: NonNullable<Moment['flow']>): Point {
  return { x: medianOrZero(dx), y: medianOrZero(dy) }
}

type Cells = { y: Float32Array; u: Float32Array; v: Float32Array }

function meansOf(
  source: Planes,
  side: number,
  left: number,
  top: number,
  columns: number,
  rows: number,
): Cells {
  const half = { width: source.width / 2, height: source.height / 2 }
  const means = (plane: Float32Array, size: typeof half, by: number): Float32Array => {
    const out = new Float32Array(columns * rows)
    const square = side / by
    for (let row = 0, at = 0; row < rows; row++) {
      const y0 = Math.min(size.height - 1, Math.max(0, top / by + row * square))
      const y1 = Math.max(y0 + 1, Math.min(size.height, top / by + (row + 1) * square))
      for (let column = 0; column < columns; column++, at++) {
        const x0 = Math.min(size.width - 1, Math.max(0, left / by + column * square))
        const x1 = Math.max(x0 + 1, Math.min(size.width, left / by + (column + 1) * square))
        let sum = 0
        for (let y = y0; y < y1; y++) {
          for (let x = x0; x < x1; x++) sum += plane[y * size.width + x]!
        }
        out[at] = sum / ((x1 - x0) * (y1 - y0))
      }
    }
    return out
  }
  const light = means(source.y, source, 1)
  const [u, v] = [means(source.u, half, 2), means(source.v, half, 2)]
  const strong = light.map((level, at) => vividness(PIXELS_LOOK.vivid, level, u[at]!, v[at]!))
  const strengthened = (plane: Float32Array): Float32Array =>
    plane.map((level, at) => 128 + strong[at]! * (level - 128))
  const y = light.map(
    (level) => level + PIXELS_LOOK.lighter * Math.max(0, level - PIXELS_LOOK.light),
  )
  return { y, u: strengthened(u), v: strengthened(v) }
}

/** Colours that suit the squares; those of the frame before move on a little. */
function choosePalette(cells: Cells, last: readonly Yuv[]): Yuv[] {
  const begins = last.length === 0
  let palette: Yuv[] = begins ? startColours(cells) : [...last]
  for (let round = 0; round < (begins ? PIXELS_ROUNDS : 1); round++) {
    const sums = palette.map(() => ({ count: 0, y: 0, u: 0, v: 0 }))
    for (let at = 0; at < cells.y.length; at += begins ? 1 : 3) {
      const sum = sums[nearest(palette, cells.y[at]!, cells.u[at]!, cells.v[at]!, -1)]!
      sum.count++
      sum.y += cells.y[at]!
      sum.u += cells.u[at]!
      sum.v += cells.v[at]!
    }
    const share = begins ? 1 : PIXELS_SPEED
    palette = palette.map((colour, nth) => {
      const { count, y, u, v } = sums[nth]!
      if (count === 0) return colour
      const towards = (from: number, sum: number): number => from + share * (sum / count - from)
      return { y: towards(colour.y, y), u: towards(colour.u, u), v: towards(colour.v, v) }
    })
  }
  return palette
}

/** Squares that are farthest from each other in colour. */
function startColours({ y, u, v }: Cells): Yuv[] {
  const colours: Yuv[] = []
  const far = new Float32Array(y.length).fill(Number.POSITIVE_INFINITY)
  let next = y.length >> 1
  while (colours.length < PIXELS_COLOURS) {
    const colour = { y: y[next]!, u: u[next]!, v: v[next]! }
    colours.push(colour)
    for (let at = 0; at < far.length; at++) {
      const off = colourDistance(colour, y[at]!, u[at]!, v[at]!)
      if (off < far[at]!) far[at] = off
      if (far[at]! > far[next]!) next = at
    }
  }
  return colours
}

function nearest(palette: readonly Yuv[], y: number, u: number, v: number, last: number): number {
  let best = last >= 0 ? last : 0
  let least = colourDistance(palette[best]!, y, u, v) - (last >= 0 ? PIXELS_KEEP : 0)
  for (let nth = 0; nth < palette.length; nth++) {
    const off = colourDistance(palette[nth]!, y, u, v)
    if (off < least) {
      least = off
      best = nth
    }
  }
  return best
}

function colourDistance(colour: Yuv, y: number, u: number, v: number): number {
  return (colour.y - y) ** 2 + 2 * ((colour.u - u) ** 2 + (colour.v - v) ** 2)
}

/** A square with a faint edge on two sides, as of a screen's cell. */
function fillSquare(to: Planes, left: number, top: number, side: number, colour: Yuv): void {
  const [x0, x1] = [Math.max(0, left), Math.min(to.width, left + side)]
  if (x0 >= x1) return
  for (let y = Math.max(0, top); y < Math.min(to.height, top + side); y++) {
    const row = y * to.width
    to.y.fill(colour.y, row + x0, row + x1)
    if (y & 1) continue
    const small = (y >> 1) * (to.width >> 1)
    to.u.fill(colour.u, small + (x0 >> 1), small + (x1 >> 1))
    to.v.fill(colour.v, small + (x0 >> 1), small + (x1 >> 1))
  }
}
