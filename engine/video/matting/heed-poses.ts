import { smoothstep } from '../../geometry/smoothstep.ts'
import { toArena, withArena } from '../../raster/arena.ts'
import { combineAround } from '../../raster/filter/combine-around.ts'
import { findComponents } from '../../raster/mask/find-components.ts'
import { LIMB_LACKS, POSE_GAP, POSE_LEAST, POSE_MARGIN, POSE_NEAR, POSE_PIECE } from '../tuning.ts'

/** A matte as poses correct it, and the most that each of its cells may be. */
export type Heeded = { alpha: Float32Array; limit: Float32Array }

/**
 * What the networks for scenes and for poses say together. The one for scenes takes dark furniture beside people for
 * theirs, and loses raised and blurred arms; the one for poses knows what a body is, but not what people hold, nor
 * whom it has not found. So limbs that the matte has lost are put back, and only small pieces are taken away.
 * @param poses the probability of a person by poses, 0–1
 * @param width of both, a multiple of four
 */
export function heedPoses(matte: Float32Array, poses: Float32Array, width: number): Heeded {
  const size = { width, height: matte.length / width }
  const around = (of: 'mean' | 'most'): Float32Array =>
    withArena(() => combineAround(toArena(poses), size, of, POSE_MARGIN).slice())
  const [mean, most] = [around('mean'), around('most')]
  const limit = new Float32Array(matte.length).fill(1)
  for (const pixels of piecesOutside(matte, poses, most, width)) {
    for (const at of pixels) limit[at] = smoothstep(POSE_NEAR.none, POSE_NEAR.all, most[at]!)
  }
  const alpha = new Float32Array(matte.length)
  for (let at = 0; at < alpha.length; at++) alpha[at] = Math.min(matte[at]!, limit[at]!)
  for (const pixels of lostLimbs(matte, poses, mean, width)) {
    for (const at of pixels) alpha[at] = poses[at]!
  }
  return { alpha, limit }
}

/** Connected cells of a matte where no pose is near, of so little area that they are no person. */
function piecesOutside(
  matte: Float32Array,
  poses: Float32Array,
  near: Float32Array,
  width: number,
): number[][] {
  const area = sumOf(poses)
  const between = betweenLimbs(poses, width, POSE_GAP * Math.sqrt(area))
  const outside = new Float32Array(matte.length)
  for (let at = 0; at < matte.length; at++) if (near[at]! < POSE_NEAR.all) outside[at] = matte[at]!
  const areaOf = (pixels: number[]): number =>
    pixels.reduce((sum, at) => sum + (between[at] ? 0 : matte[at]!), 0)
  const bounds = { low: POSE_LEAST, high: POSE_LEAST, share: 0, most: matte.length }
  return findComponents(outside, width, bounds)
    .map(({ pixels }) => pixels)
    .filter((pixels) => areaOf(pixels) <= POSE_PIECE * area)
}

/** 1 for cells that have poses on both sides in their row, no farther apart than `most` cells. */
function betweenLimbs(poses: Float32Array, width: number, most: number): Uint8Array {
  const between = new Uint8Array(poses.length)
  for (let start = 0; start < poses.length; start += width) {
    let last = Number.NEGATIVE_INFINITY
    for (let at = start; at < start + width; at++) {
      if (poses[at]! < POSE_NEAR.all) continue
      if (at - last <= most) between.fill(1, last + 1, at)
      last = at
    }
  }
  return between
}

/** Connected cells of poses that a matte lacks. Where only their outlines differ there are none. */
function lostLimbs(
  matte: Float32Array,
  poses: Float32Array,
  mean: Float32Array,
  width: number,
): number[][] {
  const lost = new Float32Array(matte.length)
  for (let at = 0; at < matte.length; at++) {
    const share = matte[at]!
    if (poses[at]! - share >= LIMB_LACKS.least)
      lost[at] = mean[at]! - share >= LIMB_LACKS.somewhere ? 2 : 1
  }
  const bounds = { low: 1, high: 2, share: 0, most: matte.length }
  return findComponents(lost, width, bounds).map(({ pixels }) => pixels)
}

function sumOf(plane: Float32Array): number {
  let sum = 0
  for (let at = 0; at < plane.length; at++) sum += plane[at]!
  return sum
}
