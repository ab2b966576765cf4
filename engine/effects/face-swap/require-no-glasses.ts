import { Fault } from '../../../catalog/fault.ts'
import type { Point } from '../../raster/picture.ts'
import { takePlane } from '../../raster/plane-room.ts'
import { FACE } from '../../vision/face.ts'
import { blur } from '../skin/blur.ts'
import { type Canvas, trace } from '../skin/canvas.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'
import { minus } from './minus.ts'

/** From the outer corner of each eye to the side of the face, where the sides of glasses run. */
const SIDES = [
  [FACE.rightEye.outer, 127],
  [FACE.leftEye.outer, 356],
] as const

/** Down the bridge of the nose, from between the eyes. */
const BRIDGE = [168, 195] as const

/** Frames lie between these two blurs, in widths of the face. */
const FRAME = { fine: 0.006, coarse: 0.03 } as const

/**
 * A frame is darker than what is around it, in shares of the skin's L* + 16. The bridge of noses without glasses measures
 * 0.01 to 0.06, of those with thin ones -0.03; both sides together -0.005 and more, and -0.012 to -0.05. Hair or a wrinkle
 * may be one of them, but no side is then as light as skin.
 */
const DARKER = { bridge: -0.015, sides: -0.01, side: 0 } as const

/** Where a side may run, in widths of the face from the straight line, and by how much it may slope. */
const OFF = { from: -0.08, to: 0.08, step: 0.008 } as const
const SLOPES = [-0.06, -0.04, -0.02, 0, 0.02, 0.04, 0.06]

/** The part of a side that is looked at, and in how many places; the same across the bridge, in widths of the face. */
const ALONG = { from: 0.3, to: 0.85, places: 13 } as const
const ACROSS = { half: 0.03, places: 9, down: 61 } as const

/**
 * Throws Fault `hidden-face` for a reference face with glasses: their frames would come along in pieces, beside lids and
 * brows of another shape, and what the lenses reflect as stains.
 */
export function requireNoGlasses(canvas: Canvas, { typical }: SkinMasks): void {
  const seen = linesOf(canvas)
  const whole = typical.l + 16
  if (darkestAcross(seen, canvas) > DARKER.bridge * whole) return
  const sides = SIDES.map(([from, to]) => darkestSide(seen, canvas, from, to))
  const mean = (sides[0]! + sides[1]!) / 2
  if (mean > DARKER.sides * whole || Math.max(...sides) > DARKER.side * whole) return
  throw new Fault('hidden-face', 'The reference face wears glasses.', { role: 'ref' })
}

/** How much lighter or darker than around it a place is, L*. */
type Lines = (x: number, y: number) => number

function linesOf(canvas: Canvas): Lines {
  const { width, height, unit } = canvas
  // Only the rows that can be asked for.
  const marks = trace(canvas, [...SIDES.flat(), ...BRIDGE]).map(({ y }) => y)
  const room = 0.15 * unit
  const top = Math.min(height - 3, Math.max(0, Math.floor(Math.min(...marks) - room)))
  const end = Math.max(top + 3, Math.min(height, Math.ceil(Math.max(...marks) + room)))
  const rows = { width, height: end - top }
  const light = takePlane(width * rows.height)
  light.set(canvas.tone.l.subarray(top * width, end * width))
  const [fine, coarse] = [Math.max(0.5, FRAME.fine * unit), Math.max(1.2, FRAME.coarse * unit)].map(
    (sigma) => blur(light, rows, sigma),
  )
  const lines = minus(fine!, coarse!)
  return (x, y) => {
    const [across, down] = [x - 0.5, y - 0.5 - top]
    const column = Math.min(width - 2, Math.max(0, Math.floor(across)))
    const row = Math.min(rows.height - 2, Math.max(0, Math.floor(down)))
    const [right, below] = [across - column, down - row]
    const at = row * width + column
    const upper = lines[at]! + right * (lines[at + 1]! - lines[at]!)
    const lower = lines[at + width]! + right * (lines[at + width + 1]! - lines[at + width]!)
    return upper + below * (lower - upper)
  }
}

/** How dark the darkest line beside an eye is: half its mean and half its lightest place, for strands of hair end. */
function darkestSide(seen: Lines, { points, up, unit }: Canvas, from: number, to: number): number {
  const [start, end] = [points[from]!, points[to]!]
  const side = (off: number, slope: number): number => {
    let [sum, lightest] = [0, Number.NEGATIVE_INFINITY]
    for (let k = 0; k < ALONG.places; k++) {
      const share = ALONG.from + ((ALONG.to - ALONG.from) * k) / (ALONG.places - 1)
      const higher = (off + slope * (share - 0.6)) * unit
      const at = between(start, end, share)
      const light = seen(at.x + up.x * higher, at.y + up.y * higher)
      sum += light
      lightest = Math.max(lightest, light)
    }
    return (sum / ALONG.places + lightest) / 2
  }
  let darkest = Number.POSITIVE_INFINITY
  for (const slope of SLOPES) {
    for (let off: number = OFF.from; off <= OFF.to; off += OFF.step) {
      darkest = Math.min(darkest, side(off, slope))
    }
  }
  return darkest
}

/** How dark the darkest line across the bridge of the nose is. */
function darkestAcross(seen: Lines, { points, up, unit }: Canvas): number {
  const [start, end] = [points[BRIDGE[0]]!, points[BRIDGE[1]]!]
  let darkest = Number.POSITIVE_INFINITY
  for (let k = 0; k < ACROSS.down; k++) {
    const at = between(start, end, k / (ACROSS.down - 1))
    let sum = 0
    for (let n = 0; n < ACROSS.places; n++) {
      const off = ACROSS.half * unit * ((2 * n) / (ACROSS.places - 1) - 1)
      sum += seen(at.x - up.y * off, at.y + up.x * off)
    }
    darkest = Math.min(darkest, sum / ACROSS.places)
  }
  return darkest
}

const between = (from: Point, to: Point, share: number): Point => ({
  x: from.x + share * (to.x - from.x),
  y: from.y + share * (to.y - from.y),
})
