import { growMask } from '../../raster/grow-mask.ts'
import type { Size } from '../../raster/picture.ts'
import { estimateMotion, type Motion } from '../../video/motion/estimate-motion.ts'
import { fitRobustly } from '../../video/motion/fit-robustly.ts'
import { followMotion } from '../../video/motion/follow-motion.ts'
import { applyTo, type Homography, invert } from '../../video/motion/homography.ts'
import { type LumaPyramid, pickPoints, trackPoints } from '../../video/motion/track-points.ts'
import type { SmallFrame } from '../../video/shrink-frame.ts'
import type { BackgroundMemory } from './background-memory.ts'
import { type ColourHistogram, histogramOf, likelier } from './colour-histogram.ts'

/** A frame as the tracker sees it. */
export type Sight = { small: SmallFrame; pyramid: LumaPyramid }

/** What the tracker knows of the object in a frame. */
export type Sighting = {
  /** The share of each pixel that is the object, 0–1. */
  alpha: Float32Array
  /** What colours and the memory of the background say for it, on average over it: -1 to 1. */
  support: number
  /** How it moved since the frame before; undefined at first. */
  motion?: Motion | undefined
  /** The same for all of it, where it is rigid enough. */
  rigid?: Homography | undefined
}

/** Pixels by which a point of a rigid object may stray, the least points, and the share of them that must agree. */
const RIGID = { tolerance: 0.8, points: 6, agreed: 0.7 } as const

/** Pixels around the object in which its colours are told from those of what is beside it. */
const BESIDE = 14

/** Pixels by which an outline may move beyond what its motion says. */
const REACH = 4

/** How much colour and the memory of the background count beside what motion says. */
const WEIGHTS = { colour: 0.35, background: 1.5 } as const

/** Pixels that the object grows by at most, as a share of what motion says it has. */
const MOST_GROWTH = 1.35

/**
 * Where the object is in the next frame: carried along by its motion, then moved to the outline that colours and the
 * memory of the background tell. Parts that something hides leave it.
 * @param colours of the object
 */
export function followObject(
  object: Sighting,
  before: Sight,
  now: Sight,
  colours: ColourHistogram,
  background: BackgroundMemory,
  camera: Homography,
): Sighting {
  const size = now.small
  const motion = estimateMotion(now.small, before.small, object.motion)
  const tell = (carried: Float32Array, rigid?: Homography): Sighting => ({
    ...refine(carried, object.alpha, before.small, now.small, colours, background),
    motion,
    rigid,
  })
  const guesses = object.rigid ? [camera, object.rigid] : [camera]
  const tried = [tell(followMotion(object.alpha, size, motion))]
  for (const guess of guesses) {
    const rigid = rigidMotion(object, before, now, guess)
    if (rigid) tried.push(tell(carryRigidly(object.alpha, size, rigid), rigid))
  }
  return tried.reduce((best, other) => (worthOf(other) >= worthOf(best) ? other : best))
}

/** How much speaks for a sighting; most for one that is large and all of it the object. */
function worthOf({ alpha, support }: Sighting): number {
  return alpha.reduce((sum, share) => sum + share, 0) * support
}

function rigidMotion(
  { alpha }: Sighting,
  before: Sight,
  now: Sight,
  guess: Homography,
): Homography | undefined {
  const { width } = now.small
  const points = pickPoints(before.small, (at) => alpha[at]! > 0.9, 6)
  if (points.length < RIGID.points) return undefined
  const pairs = trackPoints(before.pyramid, now.pyramid, points, guess)
  if (pairs.length < Math.max(RIGID.points, 0.6 * points.length)) return undefined
  const fit = fitRobustly(pairs, RIGID.tolerance / width, 'similarity')
  return fit && fit.agreed >= RIGID.agreed ? fit.map : undefined
}

function carryRigidly(alpha: Float32Array, { width, height }: Size, map: Homography): Float32Array {
  const back = invert(map)
  const out = new Float32Array(alpha.length)
  const point = new Float64Array(2)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      applyTo(back, (x + 0.5) / width, (y + 0.5) / width, point)
      const fromX = point[0]! * width - 0.5
      const fromY = point[1]! * width - 0.5
      if (fromX < -0.5 || fromY < -0.5 || fromX > width - 0.5 || fromY > height - 0.5) continue
      const left = Math.min(width - 2, Math.max(0, Math.floor(fromX)))
      const top = Math.min(height - 2, Math.max(0, Math.floor(fromY)))
      const [fx, fy] = [
        Math.min(1, Math.max(0, fromX - left)),
        Math.min(1, Math.max(0, fromY - top)),
      ]
      const from = top * width + left
      const upper = alpha[from]! * (1 - fx) + alpha[from + 1]! * fx
      const lower = alpha[from + width]! * (1 - fx) + alpha[from + width + 1]! * fx
      out[at] = upper + (lower - upper) * fy
    }
  }
  return out
}

function refine(
  carried: Float32Array,
  last: Float32Array,
  before: SmallFrame,
  now: SmallFrame,
  colours: ColourHistogram,
  background: BackgroundMemory,
): Pick<Sighting, 'alpha' | 'support'> {
  const { width } = now
  const isObject = Uint8Array.from(last, (share) => (share > 0.3 ? 1 : 0))
  const near = growMask(isObject, now, BESIDE)
  const beside = histogramOf(before, (at) => (near[at] && last[at]! < 0.05 ? 1 : 0))
  const expected = carried.reduce((sum, share) => sum + share, 0)
  for (const reach of [REACH, 1]) {
    const possible = growMask(
      Uint8Array.from(carried, (share) => (share > 0.4 ? 1 : 0)),
      now,
      reach,
    )
    const score = new Float32Array(carried.length).fill(-1)
    const evidence = new Float32Array(carried.length)
    for (let at = 0; at < score.length; at++) {
      if (!possible[at]) continue
      const colour = beside ? likelier(now, at, colours, beside) : 0
      const differs = background.differs(now, at)
      evidence[at] = (colour + differs) / 2
      score[at] = 2 * carried[at]! - 1 + WEIGHTS.colour * colour + WEIGHTS.background * differs
    }
    const alpha = meanOfNine(score, now).map((value, at) =>
      possible[at] ? Math.min(1, Math.max(0, 0.5 + 2 * value)) : 0,
    )
    fillHoles(alpha, width)
    const area = alpha.reduce((sum, share) => sum + share, 0)
    const isLeaking = area > MOST_GROWTH * expected + width / 4
    if (!isLeaking || reach === 1) return { alpha, support: supportOf(alpha, evidence) }
  }
  throw new Error('Every reach was tried.')
}

function supportOf(alpha: Float32Array, evidence: Float32Array): number {
  let [sum, count] = [0, 0]
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! <= 0.5) continue
    sum += evidence[at]!
    count++
  }
  return count === 0 ? -1 : sum / count
}

/** The mean over three by three pixels; edges repeat. */
function meanOfNine(plane: Float32Array, { width, height }: Size): Float32Array {
  const across = new Float32Array(plane.length)
  const out = new Float32Array(plane.length)
  for (let at = 0; at < plane.length; at++) {
    const x = at % width
    const left = plane[x > 0 ? at - 1 : at]!
    const right = plane[x + 1 < width ? at + 1 : at]!
    across[at] = (left + plane[at]! + right) / 3
  }
  for (let y = 0, at = 0; y < height; y++) {
    const up = y > 0 ? -width : 0
    const down = y + 1 < height ? width : 0
    for (let x = 0; x < width; x++, at++) {
      out[at] = (across[at + up]! + across[at]! + across[at + down]!) / 3
    }
  }
  return out
}

/** What the object encloses belongs to it: everything that no path over other pixels leads out of. */
function fillHoles(alpha: Float32Array, width: number): void {
  const outside = new Uint8Array(alpha.length)
  const height = alpha.length / width
  const stack: number[] = []
  const visit = (at: number): void => {
    if (outside[at] || alpha[at]! >= 0.5) return
    outside[at] = 1
    stack.push(at)
  }
  for (let x = 0; x < width; x++) {
    visit(x)
    visit((height - 1) * width + x)
  }
  for (let y = 0; y < height; y++) {
    visit(y * width)
    visit(y * width + width - 1)
  }
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width
    if (x > 0) visit(at - 1)
    if (x + 1 < width) visit(at + 1)
    if (at >= width) visit(at - width)
    if (at + width < alpha.length) visit(at + width)
  }
  for (let at = 0; at < alpha.length; at++) if (!outside[at]) alpha[at] = Math.max(alpha[at]!, 0.99)
}
