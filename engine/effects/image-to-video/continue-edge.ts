import { inpaint } from '../../fill/inpaint.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import { openLevels } from '../../raster/mask/open-levels.ts'
import type { Picture } from '../../raster/picture.ts'
import { boxMean } from '../../vision/mattes/box-mean.ts'
import {
  CONTINUE_EDGE_APART,
  CONTINUE_EDGE_SOME,
  CONTINUE_EDGE_SPILL,
  CONTINUE_EDGE_UNSEEN,
  CONTINUE_EDGE_WISPS,
} from './tuning.ts'

/**
 * Continues the background behind the edge of people, as far as it can come to light.
 * @param alpha the share of each pixel that is people, 0–1
 * @param reach pixels
 * @param hairEnd how far down hair can reach, in pixels from the top
 * @returns the picture with that rim filled, 1 for each pixel behind people that was not, and the share of the rim,
 *   0–1, of which two ways to fill it tell different things
 */
export function continueEdge(
  picture: Picture,
  alpha: Float32Array,
  reach: number,
  hairEnd: number,
): { picture: Picture; unknown: Float32Array; doubt: number } {
  const { width, height } = picture
  const beside = boxMean(alpha, width, height, CONTINUE_EDGE_SPILL)
  const hairless = width * Math.ceil(hairEnd)
  const free = beside.map((share, at) =>
    share > (at < hairless ? CONTINUE_EDGE_SOME : CONTINUE_EDGE_UNSEEN) ? 0 : 1,
  )
  removeWisps(picture, alpha, free, hairEnd)
  const thickness = reach + 2 * CONTINUE_EDGE_SPILL
  const soft = alpha.map((share) => (share < 1 ? 1 : 0))
  const near = boxMean(soft, width, height, thickness)
  // What is far from all background never comes to light, and could be filled with nothing.
  const seen = boxMean(free, width, height, 2 * thickness)
  const [occluded, target] = [new Uint8Array(free.length), new Uint8Array(free.length)]
  const unknown = new Float32Array(free.length)
  for (let at = 0; at < free.length; at++) {
    if (free[at]) continue
    occluded[at] = 1
    if (near[at]! > CONTINUE_EDGE_SOME && seen[at]! > CONTINUE_EDGE_SOME) target[at] = 1
    else unknown[at] = 1
  }
  const filled = inpaint(picture, occluded, target, thickness)
  const calm = inpaint(picture, occluded, target, thickness, { hole: true })
  const doubt = calmDown(filled, calm, target)
  return { picture: filled, unknown, doubt }
}

/**
 * Lets a fill, in place, go over into a calm one where the two differ in colour over more than their texture: there
 * the fill shows something from far away, a curtain in the middle of a window for example.
 * @returns the share of the fill that did
 */
function calmDown(filled: Picture, calm: Picture, target: Uint8Array): number {
  const weight = Float32Array.from(target)
  const apart = [0, 1, 2].map((c) =>
    weight.map((share, at) => share * (filled.data[4 * at + c]! - calm.data[4 * at + c]!)),
  )
  const means = blurAllWithin(apart, weight, filled, CONTINUE_EDGE_APART.sigma * filled.width)
  let [doubted, count] = [0, 0]
  for (let at = 0; at < weight.length; at++) {
    if (!target[at]) continue
    const most = Math.max(...means.map((mean) => Math.abs(mean[at]!)))
    const share = smoothstep(CONTINUE_EDGE_APART.least, CONTINUE_EDGE_APART.most, most)
    count++
    doubted += share
    for (let c = 0; c < 3; c++) filled.data[4 * at + c]! -= share * apart[c]![at]!
  }
  return doubted / Math.max(1, count)
}

/**
 * Takes out of what is free of people the single hairs around them that no matte has: they would stay behind as specks.
 * Such a pixel has a colour like that of the people beside it, unlike the background a little farther off, and part of
 * something narrow: a mat below dark shoes is as dark as they are.
 */
function removeWisps(
  { width, height, data }: Picture,
  alpha: Float32Array,
  free: Float32Array,
  hairEnd: number,
): void {
  const within = Math.max(3, Math.round(CONTINUE_EDGE_WISPS.within * width))
  const near = boxMean(alpha, width, height, within)
  const own = alpha.map((share) => (share > CONTINUE_EDGE_WISPS.people ? 1 : 0))
  const beyond = near.map((share) => (share > CONTINUE_EDGE_SOME ? 0 : 1))
  const owns = boxMean(own, width, height, within)
  const beyonds = boxMean(beyond, width, height, 2 * within)
  const radius = Math.max(1, Math.round((CONTINUE_EDGE_WISPS.wide * width) / 2))
  // Sums over the colours: how far people are from the background, squared, and how far a pixel is on the way to them.
  const [apart, way] = [new Float32Array(free.length), new Float32Array(free.length)]
  const strongest = new Float32Array(free.length)
  for (let c = 0; c < 3; c++) {
    const levels = Float32Array.from(free, (_, at) => data[4 * at + c]!)
    const weighed = (weights: Float32Array, radius: number): Float32Array => {
      const sum = levels.map((level, at) => level * weights[at]!)
      return boxMean(sum, width, height, radius, sum)
    }
    const [people, behind] = [weighed(own, within), weighed(beyond, 2 * within)]
    const light = openLevels(levels, { width, height }, radius)
    const dark = openLevels(
      levels.map((level) => -level),
      { width, height },
      radius,
    )
    for (let at = 0; at < free.length; at++) {
      if (owns[at]! < CONTINUE_EDGE_SOME || beyonds[at]! < CONTINUE_EDGE_SOME) continue
      const background = behind[at]! / beyonds[at]!
      const step = people[at]! / owns[at]! - background
      const off = levels[at]! - background
      apart[at]! += step * step
      way[at]! += step * off
      const narrow = Math.max(levels[at]! - light[at]!, -levels[at]! - dark[at]!)
      strongest[at] = Math.max(strongest[at]!, Math.min(narrow, Math.abs(off)))
    }
  }
  const wisps = new Float32Array(free.length)
  const end = width * Math.min(height, Math.ceil(hairEnd))
  for (let at = 0; at < end; at++) {
    if (!free[at] || near[at]! < CONTINUE_EDGE_SOME) continue
    if (
      strongest[at]! > CONTINUE_EDGE_WISPS.apart &&
      way[at]! > CONTINUE_EDGE_WISPS.likePeople * apart[at]!
    )
      wisps[at] = 1
  }
  const around = boxMean(wisps, width, height, 2 * CONTINUE_EDGE_SPILL, wisps)
  for (let at = 0; at < free.length; at++) if (around[at]! > CONTINUE_EDGE_SOME) free[at] = 0
}
