import { boxAround, boxOfPlane } from '../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../geometry/box.ts'
import { sampleOrZero } from '../../geometry/sample.ts'
import type { Size } from '../../geometry/size.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import { cropMask, cropPlane } from '../../raster/pixels/crop.ts'
import { BLOCK, estimateMotion } from '../../video/motion/estimate-motion.ts'
import { fitRobustly } from '../../video/motion/fit-robustly.ts'
import { followMotion } from '../../video/motion/follow-motion.ts'
import { applyTo, type Homography, invert } from '../../video/motion/homography.ts'
import { type LumaPyramid, pickPoints, trackPoints } from '../../video/motion/track-points.ts'
import type { SmallFrame } from '../../video/shrink-frame.ts'
import type { BackgroundMemory } from './background-memory.ts'
import { type ColourHistogram, histogramOf, likelier } from './colour-histogram.ts'
import { fillHoles } from './fill-holes.ts'
import { findLeap } from './find-leap.ts'
import { reclaimParts } from './reclaim-parts.ts'
import { mappedBox } from './register-frames.ts'
import {
  BLOCKS_BESIDE,
  MOST_GROWTH,
  OBJECT_BESIDE,
  OBJECT_FOUND,
  OBJECT_REACH,
  OBJECT_RIGID,
  OBJECT_SHARE,
  OBJECT_WEIGHTS,
} from './tuning.ts'

/** A frame as the tracker sees it. */
export type TrackedFrame = { small: SmallFrame; pyramid: LumaPyramid }

/** What the tracker knows of the object in a frame. */
export type Sighting = {
  /** The share of each pixel that is the object, 0–1. */
  alpha: Float32Array
  /** What colours and the memory of the background say for it, on average over it: -1 to 1. */
  support: number
  /** How it moved since the frame before, where it is rigid enough. */
  rigid?: Homography | undefined
}

/**
 * Where the object is in the next frame: carried along by its motion, then moved to the outline that colours and the
 * memory of the background tell. Parts that something hides leave it.
 * @param colours of the object
 */
export function followObject(
  object: Sighting,
  before: TrackedFrame,
  now: TrackedFrame,
  colours: ColourHistogram,
  background: BackgroundMemory,
  camera: Homography,
): Sighting {
  const size = now.small
  const carried: { alpha: Float32Array; rigid?: Homography }[] = [
    { alpha: carryByBlocks(object.alpha, before.small, now.small) },
  ]
  for (const guess of object.rigid ? [camera, object.rigid] : [camera]) {
    const rigid = rigidMotion(object, before, now, guess)
    if (rigid) carried.push({ alpha: carryRigidly(object.alpha, size, rigid), rigid })
  }
  // Blocks and points find something else of what goes far.
  const leap = findLeap(object.alpha, before.small, now.small)
  if (leap) {
    const rigid = Float64Array.of(1, 0, leap.x / size.width, 0, 1, leap.y / size.width, 0, 0, 1)
    carried.splice(0, carried.length, { alpha: carryRigidly(object.alpha, size, rigid), rigid })
  }
  const box = boxOfObject([object.alpha, ...carried.map(({ alpha }) => alpha)], size)
  const evidence = gatherEvidence(object.alpha, before.small, now.small, box, colours, background)
  return carried
    .map(({ alpha, rigid }) => ({ ...refine(alpha, evidence, size, box), rigid }))
    .reduce((best, other) => (worthOf(other) >= worthOf(best) ? other : best))
}

/** The box around planes that are not 0, with what is looked at beside them. */
function boxOfObject(planes: readonly Float32Array[], size: Size): Box {
  const boxes = planes.flatMap((plane) => boxOfPlane(plane, size) ?? [])
  if (boxes.length === 0) return { left: 0, top: 0, width: 1, height: 1 }
  return clampBox(growBox(boxAround(boxes), OBJECT_BESIDE), size)
}

/** How much speaks for a sighting; most for one that is large and all of it the object. */
function worthOf({ alpha, support }: Sighting): number {
  return sumOf(alpha) * support
}

function rigidMotion(
  { alpha }: Sighting,
  before: TrackedFrame,
  now: TrackedFrame,
  guess: Homography,
): Homography | undefined {
  const { width } = now.small
  const points = pickPoints(before.small, (at) => alpha[at]! > OBJECT_SHARE.surely, 6)
  if (points.length < OBJECT_RIGID.points) return undefined
  const pairs = trackPoints(before.pyramid, now.pyramid, points, guess)
  if (pairs.length < Math.max(OBJECT_RIGID.points, OBJECT_FOUND * points.length)) return undefined
  const fit = fitRobustly(pairs, OBJECT_RIGID.tolerance / width, 'similarity')
  return fit && fit.agreed >= OBJECT_RIGID.agreed ? fit.map : undefined
}

/** Carried along block by block. */
function carryByBlocks(alpha: Float32Array, before: SmallFrame, now: SmallFrame): Float32Array {
  const own = boxOfPlane(alpha, now)
  const out = new Float32Array(alpha.length)
  if (!own) return out
  const box = clampBox(growBox(own, BLOCKS_BESIDE * BLOCK), now)
  const part = ({ y }: SmallFrame) => ({
    width: box.width,
    height: box.height,
    y: cropMask({ width: now.width, height: now.height, data: y }, box).data,
  })
  const moved = followMotion(
    cropPlane(alpha, now.width, box),
    box,
    estimateMotion(part(now), part(before)),
  )
  for (let y = 0; y < box.height; y++) {
    const row = moved.subarray(y * box.width, (y + 1) * box.width)
    out.set(row, (box.top + y) * now.width + box.left)
  }
  return out
}

function carryRigidly(alpha: Float32Array, { width, height }: Size, map: Homography): Float32Array {
  const back = invert(map)
  const out = new Float32Array(alpha.length)
  const own = boxOfPlane(alpha, { width, height })
  if (!own) return out
  const there = mappedBox(map, own, width)
  const box = clampBox(growBox(there, 1), { width, height })
  const point = new Float64Array(2)
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left, at = y * width + x; x < box.left + box.width; x++, at++) {
      applyTo(back, (x + 0.5) / width, (y + 0.5) / width, point)
      const fromX = point[0]! * width - 0.5
      const fromY = point[1]! * width - 0.5
      out[at] = sampleOrZero(alpha, { width, height }, fromX, fromY)
    }
  }
  return out
}

/** What speaks for each pixel of a box being the object, −1 to 1. */
type Evidence = { colour: Float32Array; differs: Float32Array }

function gatherEvidence(
  last: Float32Array,
  before: SmallFrame,
  now: SmallFrame,
  box: Box,
  colours: ColourHistogram,
  background: BackgroundMemory,
): Evidence {
  const own = cropPlane(last, now.width, box)
  const near = growMask(above(own, OBJECT_SHARE.near), box, OBJECT_BESIDE)
  const beside = histogramOf(
    before,
    (at) => {
      const x = (at % now.width) - box.left
      const n = (Math.floor(at / now.width) - box.top) * box.width + x
      return near[n] && own[n]! < OBJECT_SHARE.beside ? 1 : 0
    },
    box,
  )
  const evidence = {
    colour: new Float32Array(own.length),
    differs: new Float32Array(own.length),
  }
  for (let y = 0, n = 0; y < box.height; y++) {
    let at = (box.top + y) * now.width + box.left
    for (let x = 0; x < box.width; x++, n++, at++) {
      evidence.colour[n] = beside ? likelier(now, at, colours, beside) : 0
      evidence.differs[n] = background.differs(now, at)
    }
  }
  return evidence
}

function refine(
  plane: Float32Array,
  { colour, differs }: Evidence,
  size: Size,
  box: Box,
): Pick<Sighting, 'alpha' | 'support'> {
  const carried = cropPlane(plane, size.width, box)
  const expected = sumOf(carried)
  const find = (reach: number): Float32Array => {
    const possible = growMask(above(carried, OBJECT_SHARE.expected), box, reach)
    const score = new Float32Array(carried.length).fill(-1)
    for (let n = 0; n < score.length; n++) {
      if (!possible[n]) continue
      score[n] =
        2 * carried[n]! -
        1 +
        OBJECT_WEIGHTS.colour * colour[n]! +
        OBJECT_WEIGHTS.background * differs[n]!
    }
    const alpha = meanOfNine(score, box)
    for (let n = 0; n < alpha.length; n++) {
      alpha[n] = possible[n] ? Math.min(1, Math.max(0, 0.5 + 2 * alpha[n]!)) : 0
    }
    fillHoles(alpha, box)
    return alpha
  }
  let own = find(OBJECT_REACH)
  // An outline that runs away has found something else beside the object.
  if (sumOf(own) > MOST_GROWTH * expected + size.width / 4) own = find(1)
  reclaimParts(own, colour, differs, box)
  let [sum, count] = [0, 0]
  const alpha = new Float32Array(plane.length)
  for (let y = 0, n = 0; y < box.height; y++) {
    alpha.set(own.subarray(n, n + box.width), (box.top + y) * size.width + box.left)
    for (let x = 0; x < box.width; x++, n++) {
      if (own[n]! <= 0.5) continue
      sum += (colour[n]! + differs[n]!) / 2
      count++
    }
  }
  return { alpha, support: count === 0 ? -1 : sum / count }
}

function above(plane: Float32Array, level: number): Uint8Array {
  const out = new Uint8Array(plane.length)
  for (let at = 0; at < plane.length; at++) if (plane[at]! > level) out[at] = 1
  return out
}

function sumOf(plane: Float32Array): number {
  let sum = 0
  for (let at = 0; at < plane.length; at++) sum += plane[at]!
  return sum
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
