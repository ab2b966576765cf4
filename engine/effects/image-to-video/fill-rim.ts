import { inpaint } from '../../fill/inpaint.ts'
import { opening } from '../../raster/opening.ts'
import type { Picture } from '../../raster/picture.ts'
import { boxMean } from '../../vision/mattes/box-mean.ts'

/** Pixels around people that may still show some of them, and their share around a pixel that shows none but hair. */
const SPILL = 2
const UNSEEN = 0.03

/** How far from people single hairs are looked for and how wide they are, in widths; levels by which they stand out. */
const WISPS = { within: 0.022, wide: 0.016, apart: 28 } as const

/** A share of a box that is not none, whatever rounding made of its sum. */
const SOME = 1e-5

/**
 * Continues the background behind the edge of people, as far as it can come to light.
 * @param alpha the share of each pixel that is people, 0–1
 * @param reach pixels
 * @param hairEnd how far down hair can reach, in pixels from the top
 * @returns the picture with that rim filled, and 1 for each pixel behind people that was not
 */
export function fillRim(
  picture: Picture,
  alpha: Float32Array,
  reach: number,
  hairEnd: number,
): { picture: Picture; unknown: Float32Array } {
  const { width, height } = picture
  const beside = boxMean(alpha, width, height, SPILL)
  const hairless = width * Math.ceil(hairEnd)
  const free = beside.map((share, at) => (share > (at < hairless ? SOME : UNSEEN) ? 0 : 1))
  removeWisps(picture, alpha, free, hairEnd)
  const near = boxMean(
    alpha.map((share) => (share < 1 ? 1 : 0)),
    width,
    height,
    reach + 2 * SPILL,
  )
  const [occluded, target] = [new Uint8Array(free.length), new Uint8Array(free.length)]
  const unknown = new Float32Array(free.length)
  for (let at = 0; at < free.length; at++) {
    if (free[at]) continue
    occluded[at] = 1
    if (near[at]! > SOME) target[at] = 1
    else unknown[at] = 1
  }
  return { picture: inpaint(picture, occluded, target, reach + 2 * SPILL), unknown }
}

/**
 * Takes out of what is free of people the single hairs around them that no matte has: they would stay behind as specks.
 * Such a pixel is dark or light as the people beside it are, unlike the background a little farther off, and part of
 * something narrow: a mat below dark shoes is as dark as they are.
 */
function removeWisps(
  { width, height, data }: Picture,
  alpha: Float32Array,
  free: Float32Array,
  hairEnd: number,
): void {
  const within = Math.max(3, Math.round(WISPS.within * width))
  const luma = Float32Array.from(
    { length: width * height },
    (_, at) => 0.3 * data[4 * at]! + 0.59 * data[4 * at + 1]! + 0.11 * data[4 * at + 2]!,
  )
  const mean = (
    weights: Float32Array,
    radius: number,
  ): { weight: Float32Array; sum: Float32Array } => {
    const weighed = luma.map((level, at) => level * weights[at]!)
    return {
      weight: boxMean(weights, width, height, radius),
      sum: boxMean(weighed, width, height, radius, weighed),
    }
  }
  const near = boxMean(alpha, width, height, within)
  const people = mean(
    alpha.map((share) => (share > 0.9 ? 1 : 0)),
    within,
  )
  const behind = mean(
    near.map((share) => (share > SOME ? 0 : 1)),
    2 * within,
  )
  const radius = Math.max(1, Math.round((WISPS.wide * width) / 2))
  const light = opening(luma, { width, height }, radius)
  const dark = opening(
    luma.map((level) => -level),
    { width, height },
    radius,
  )
  const wisps = new Float32Array(free.length)
  const end = width * Math.min(height, Math.ceil(hairEnd))
  for (let at = 0; at < end; at++) {
    if (!free[at] || near[at]! < SOME || people.weight[at]! < SOME || behind.weight[at]! < SOME)
      continue
    const own = people.sum[at]! / people.weight[at]!
    const beyond = behind.sum[at]! / behind.weight[at]!
    const like = (luma[at]! - beyond) / (own - beyond)
    const narrow = Math.max(luma[at]! - light[at]!, -luma[at]! - dark[at]!)
    if (Math.min(narrow, Math.abs(luma[at]! - beyond)) > WISPS.apart && like > 0.3) wisps[at] = 1
  }
  const around = boxMean(wisps, width, height, 2 * SPILL, wisps)
  for (let at = 0; at < free.length; at++) if (around[at]! > SOME) free[at] = 0
}
