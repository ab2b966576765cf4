import { type Level, TARGET } from '../../fill/level.ts'
import { allocPaddedLevel, patchDistance } from '../../fill/patch-distance.ts'
import type { Matches } from '../../fill/patch-match.ts'
import { patchStatistics } from '../../fill/patch-statistics.ts'
import type { Box } from '../../geometry/box.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { withArena } from '../../raster/arena.ts'
import { debugPlane } from '../../raster/debug.ts'
import { blur } from '../../raster/filter/blur.ts'
import type { CalmBase } from './calm-base.ts'
import { distanceOutside } from './distance-outside.ts'
import {
  COARSE_SIGMA,
  COPIED_SIGMA,
  FINE_KEPT,
  FINE_SIGMA,
  MARGIN_CALM,
  MARGIN_GUARDED,
  MARGIN_LIVELIER,
  MARGIN_POOR,
  MARGIN_SMOOTH,
  MARGIN_SOFTENED,
  MARGIN_SOFTENING,
  MARGIN_SOFTEST,
  MARGIN_STATIONARY,
  MARGIN_TAPER,
  MAX_CORRECTION,
  MAX_LIVELIER,
  QUALITY_SIGMA,
  SOFT_DETAIL_LOST,
  SOFTER_SIGMAS,
} from './tuning.ts'

/** The share of the margin on each side of the picture that shows continued colour; corners belong to both sides. */
export type Calmed = Record<'left' | 'top' | 'right' | 'bottom', number>

export type Composed = {
  /** Red, green and blue of the level, levels. */
  rgb: Float32Array[]
  /** How much of the fine detail is added to a pixel: 0 none, 1 as much as the picture has. */
  detail: Float32Array
  calmed: Calmed
}

/**
 * Puts patches over the calm base: where they match, and ever softer with the distance from the picture. A smooth
 * surface, such as a backdrop, has the base with its grain: steps where patches meet would be seen on it.
 * @param states of the level before lines were drawn into it
 * @param isWhole whether the level has the size of the result, so that no detail is finer than it
 */
export function composeMargin(
  level: Level,
  states: Uint8Array,
  m: Matches,
  base: CalmBase,
  inside: Box,
  isWhole: boolean,
): Composed {
  const { width, height } = level
  const short = Math.min(inside.width, inside.height)
  const quality = qualityOf(level, m, base, QUALITY_SIGMA * short)
  debugPlane('quality of the matches', quality, level)
  const lively = livelier(level, base, COARSE_SIGMA * short)
  const own = settledColours(level, states, base, inside, lively, isWhole)
  const soft = own.map((plane) => blur(plane, level, MARGIN_SOFTEST * short))
  const softer = own.map((plane) => blur(plane, level, SOFTER_SIGMAS * MARGIN_SOFTEST * short))
  const broad = own.map((plane) => blur(plane, level, FINE_SIGMA))
  const out = own.map((plane) => plane.slice())
  const detail = new Float32Array(width * height)
  const calmed = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const outY = distanceOutside(y, inside.top, inside.height)
    for (let x = 0; x < width; x++, i++) {
      if (states[i] !== TARGET) continue
      const outX = distanceOutside(x, inside.left, inside.width)
      const far = Math.hypot(outX / inside.width, outY / inside.height)
      const softness = smoothstep(MARGIN_SOFTENING.from, MARGIN_SOFTENING.full, far)
      const free =
        (1 - smoothstep(MARGIN_GUARDED.from, MARGIN_GUARDED.full, base.guarded[i]!)) *
        smoothstep(MARGIN_STATIONARY.none, MARGIN_STATIONARY.all, base.stationary[i]!)
      const fits = quality[i]! * free
      const share = fits * smoothstep(MARGIN_SMOOTH.all, MARGIN_SMOOTH.none, base.variance[i]!)
      const isSoft =
        softness > MARGIN_SOFTENED.softness && base.variance[i]! > MARGIN_SOFTENED.variance
      if (fits < MARGIN_CALM || isSoft) calmed[i] = 1
      const fine = Math.max(share, FINE_KEPT * free) - share
      for (let c = 0; c < 3; c++) {
        const blurred = between(own[c]![i]!, soft[c]![i]!, softer[c]![i]!, softness)
        const coarse = base.rgb[c]![i]! + share * (blurred - base.rgb[c]![i]!)
        out[c]![i] = coarse + fine * (1 - softness) * (own[c]![i]! - broad[c]![i]!)
      }
      detail[i] = lively[i]! * (share + fine) * (1 - SOFT_DETAIL_LOST * softness)
    }
  }
  return { rgb: out, detail, calmed: calmedSides(calmed, level, inside) }
}

function calmedSides(calmed: Uint8Array, { width, height }: Level, inside: Box): Calmed {
  const [right, bottom] = [inside.left + inside.width, inside.top + inside.height]
  const share = (fromX: number, toX: number, fromY: number, toY: number): number => {
    let [calm, all] = [0, 0]
    for (let y = fromY; y < toY; y++) {
      for (let i = y * width + fromX; i < y * width + toX; i++, all++) calm += calmed[i]!
    }
    return all === 0 ? 0 : calm / all
  }
  return {
    left: share(0, inside.left, 0, height),
    top: share(0, width, 0, inside.top),
    right: share(right, width, 0, height),
    bottom: share(0, width, bottom, height),
  }
}

/**
 * The colours of the patches as they are painted: as coarse as the base where they are coarse, as lively as the picture
 * where they are fine, and without the finest, which is copied at full size.
 */
function settledColours(
  level: Level,
  states: Uint8Array,
  base: CalmBase,
  inside: Box,
  lively: Float32Array,
  isWhole: boolean,
): Float32Array[] {
  const { width, height, rgb } = level
  const sigma = COARSE_SIGMA * Math.min(inside.width, inside.height)
  const taper = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const outY = distanceOutside(y, inside.top, inside.height)
    for (let x = 0; x < width; x++, i++) {
      if (states[i] !== TARGET) continue
      const out = Math.hypot(outY, distanceOutside(x, inside.left, inside.width))
      taper[i] = smoothstep(0, MARGIN_TAPER * sigma, out)
    }
  }
  return [0, 1, 2].map((c) => {
    const plane = new Float32Array(width * height)
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[3 * i + c]!
    const coarse = blur(plane, level, sigma)
    const wanted = blur(base.rgb[c]!, level, sigma)
    const mean = blur(plane, level, FINE_SIGMA)
    for (let i = 0; i < plane.length; i++) {
      if (states[i] !== TARGET) continue
      const off = wanted[i]! - coarse[i]!
      const by = taper[i]! * Math.max(-MAX_CORRECTION, Math.min(MAX_CORRECTION, off))
      plane[i] = plane[i]! + (lively[i]! - 1) * (plane[i]! - mean[i]!) + by
    }
    return blur(plane, level, isWhole ? 0 : COPIED_SIGMA)
  })
}

/** By what factor the fine contrast of each pixel is raised, so that means of patches are as lively as the picture. */
function livelier(level: Level, base: CalmBase, sigma: number): Float32Array {
  const { width, height } = level
  const all = { left: 0, top: 0, right: width - 1, bottom: height - 1 }
  const stats = patchStatistics(level, all)
  const variances = new Float32Array(width * height)
  for (let i = 0; i < variances.length; i++) variances[i] = Math.max(0, stats[4 * i + 3]!)
  const is = blur(variances, level, sigma / 2)
  const wanted = blur(base.variance, level, sigma / 2)
  return is.map((variance, i) =>
    Math.min(MAX_LIVELIER, Math.max(1, Math.sqrt((wanted[i]! + 1) / (variance + 1)))),
  )
}

/** Passes from the first value at 0 by the second at a half to the third at 1. */
function between(first: number, second: number, third: number, share: number): number {
  return share < 0.5
    ? first + 2 * share * (second - first)
    : second + (2 * share - 1) * (third - second)
}

/**
 * How well the patches around each pixel match, 0 to 1, in comparison with how lively the texture should be: a patch of
 * things that has the colours of a plain surface is no match.
 */
function qualityOf(level: Level, m: Matches, base: CalmBase, sigma: number): Float32Array {
  const { width, height } = level
  const quality = new Float32Array(width * height).fill(1)
  const stats = patchStatistics(level, { left: 0, top: 0, right: width - 1, bottom: height - 1 })
  withArena(() => {
    const padded = allocPaddedLevel(level, m.pixels)
    for (let k = 0; k < m.pixels.length; k++) {
      const p = m.pixels[k]!
      const q = m.match[k]!
      const cost = q < 0 ? Number.POSITIVE_INFINITY : patchDistance(padded, k, q, 1e6)
      const ratio =
        cost / (MARGIN_POOR.floor + MARGIN_POOR.texture * Math.max(0, base.variance[p]!))
      const fits = 1 - smoothstep(MARGIN_POOR.from, MARGIN_POOR.full, ratio)
      const own = q < 0 ? 0 : Math.max(0, stats[4 * q + 3]!)
      const excess = own / (MARGIN_POOR.floor + Math.max(0, base.variance[p]!))
      quality[p] = fits * (1 - smoothstep(MARGIN_LIVELIER.from, MARGIN_LIVELIER.full, excess))
    }
  })
  return blur(quality, level, sigma).slice()
}
