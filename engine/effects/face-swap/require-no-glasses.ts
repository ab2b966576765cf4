import { Fault } from '../../../catalog/fault.ts'
import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/blur.ts'
import type { Point } from '../../raster/picture.ts'
import { FACE } from '../../vision/faces/face.ts'
import { planeDifference } from './lab-difference.ts'

/** From the outer corner of each eye to the side of the face, where the sides of glasses run. */
const TEMPLE_LINES = [
  [FACE.rightEye.outer, 127],
  [FACE.leftEye.outer, 356],
] as const

/** Down the bridge of the nose, from between the eyes. */
const BRIDGE = [168, 195] as const

/** Frames lie between these two blurs, in widths of the face. */
const FRAME_BAND = { fine: 0.006, coarse: 0.03 } as const

/**
 * A frame is darker than what is around it, in shares of the skin's L* + 16. The bridge of noses without glasses measures
 * 0.01 to 0.06, of those with thin ones -0.03; both sides together -0.005 and more, and -0.012 to -0.05. Hair or a wrinkle
 * may be one of them, but no side is then as light as skin.
 */
const FRAME_DARKNESS = { bridge: -0.015, sides: -0.01, side: 0 } as const

/** Where a side may run, in widths of the face from the straight line, and by how much it may slope. */
const SEARCH_OFFSETS = { from: -0.08, to: 0.08, step: 0.008 } as const
const SLOPES = [-0.06, -0.04, -0.02, 0, 0.02, 0.04, 0.06]

/** The part of a side that is looked at, and in how many places; the same across the bridge, in widths of the face. */
const TEMPLE_SAMPLES = { from: 0.3, to: 0.85, places: 13 } as const
const BRIDGE_SAMPLES = { half: 0.03, places: 9, down: 61 } as const

/**
 * Throws Fault `hidden-face` for a reference face with glasses: their frames would come along in pieces, beside lids and
 * brows of another shape, and what the lenses reflect as stains.
 */
export function requireNoGlasses(canvas: FaceRegion, { typical }: SkinMasks): void {
  const seen = bandSamplerOf(canvas)
  const whole = typical.l + 16
  if (darkestAcross(seen, canvas) > FRAME_DARKNESS.bridge * whole) return
  const sides = TEMPLE_LINES.map(([from, to]) => darkestSide(seen, canvas, from, to))
  const mean = (sides[0]! + sides[1]!) / 2
  if (mean > FRAME_DARKNESS.sides * whole || Math.max(...sides) > FRAME_DARKNESS.side * whole)
    return
  throw new Fault('hidden-face', 'The reference face wears glasses.', { role: 'ref' })
}

/** How much lighter or darker than around it a place is, L*. */
type BandSampler = (x: number, y: number) => number

function bandSamplerOf(canvas: FaceRegion): BandSampler {
  const { width, height, faceWidth } = canvas
  // Only the rows that can be asked for.
  const marks = landmarkPath(canvas, [...TEMPLE_LINES.flat(), ...BRIDGE]).map(({ y }) => y)
  const room = 0.15 * faceWidth
  const top = Math.min(height - 3, Math.max(0, Math.floor(Math.min(...marks) - room)))
  const end = Math.max(top + 3, Math.min(height, Math.ceil(Math.max(...marks) + room)))
  const rows = { width, height: end - top }
  const light = allocPlane(width * rows.height)
  light.set(canvas.lab.l.subarray(top * width, end * width))
  const [fine, coarse] = [
    Math.max(0.5, FRAME_BAND.fine * faceWidth),
    Math.max(1.2, FRAME_BAND.coarse * faceWidth),
  ].map((sigma) => blur(light, rows, sigma))
  const lines = planeDifference(fine!, coarse!)
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
function darkestSide(
  seen: BandSampler,
  { points, up, faceWidth }: FaceRegion,
  from: number,
  to: number,
): number {
  const [start, end] = [points[from]!, points[to]!]
  const side = (off: number, slope: number): number => {
    let [sum, lightest] = [0, Number.NEGATIVE_INFINITY]
    for (let k = 0; k < TEMPLE_SAMPLES.places; k++) {
      const share =
        TEMPLE_SAMPLES.from +
        ((TEMPLE_SAMPLES.to - TEMPLE_SAMPLES.from) * k) / (TEMPLE_SAMPLES.places - 1)
      const higher = (off + slope * (share - 0.6)) * faceWidth
      const at = between(start, end, share)
      const light = seen(at.x + up.x * higher, at.y + up.y * higher)
      sum += light
      lightest = Math.max(lightest, light)
    }
    return (sum / TEMPLE_SAMPLES.places + lightest) / 2
  }
  let darkest = Number.POSITIVE_INFINITY
  for (const slope of SLOPES) {
    for (
      let off: number = SEARCH_OFFSETS.from;
      off <= SEARCH_OFFSETS.to;
      off += SEARCH_OFFSETS.step
    ) {
      darkest = Math.min(darkest, side(off, slope))
    }
  }
  return darkest
}

/** How dark the darkest line across the bridge of the nose is. */
function darkestAcross(seen: BandSampler, { points, up, faceWidth }: FaceRegion): number {
  const [start, end] = [points[BRIDGE[0]]!, points[BRIDGE[1]]!]
  let darkest = Number.POSITIVE_INFINITY
  for (let k = 0; k < BRIDGE_SAMPLES.down; k++) {
    const at = between(start, end, k / (BRIDGE_SAMPLES.down - 1))
    let sum = 0
    for (let n = 0; n < BRIDGE_SAMPLES.places; n++) {
      const off = BRIDGE_SAMPLES.half * faceWidth * ((2 * n) / (BRIDGE_SAMPLES.places - 1) - 1)
      sum += seen(at.x - up.y * off, at.y + up.x * off)
    }
    darkest = Math.min(darkest, sum / BRIDGE_SAMPLES.places)
  }
  return darkest
}

function between(from: Point, to: Point, share: number): Point {
  return {
    x: from.x + share * (to.x - from.x),
    y: from.y + share * (to.y - from.y),
  }
}
