import { boxOfPixels } from '../geometry/bounding-box.ts'
import type { Size } from '../geometry/size.ts'
import { allocPlane, withArena } from '../raster/arena.ts'
import { blurAllWithin } from '../raster/filter/blur.ts'
import { findComponents } from '../raster/mask/find-components.ts'
import { growMask } from '../raster/mask/grow-mask.ts'
import { openLevels } from '../raster/mask/open-levels.ts'
import type { Levels } from './product.ts'

/** Half the width of a chain at most, and its least length, as shares of the longer side of the picture. */
const THIN = 0.0036
const LENGTH = 0.1

/** Gaps along a chain up to twice this many pixels are closed. */
const GAP = 3

/** How far along a chain its colour is averaged, pixels. */
const COLOUR_SIGMA = 9

/** Levels from the ground at which a pixel's colour counts wholly, and from which on a pixel is of a chain at all. */
const FAR = 140
const LEAST = 0.06

/** The shares of red, green and blue in the brightness that a JPEG keeps at full size. */
const LUMA = [0.299, 0.587, 0.114] as const

/** From so many levels of mean brightness off the ground on the sum of a chain's colours says something. */
const LEAST_SUM = 2

/**
 * Mends chains: what is only a few pixels wide is mixed with the ground all over, so that its links fall apart where
 * they shine as the ground does, and take its colour. A chain has the colour of those of its pixels that differ most
 * from the ground, and each of them covers what it has of that colour; short gaps are closed.
 * @param own the levels as they were before edges were cleaned; `alpha` and `levels` are changed
 * @param ground the sRGB levels of the ground
 */
export function mendThin(
  alpha: Float32Array,
  levels: Levels,
  own: Levels,
  size: Size,
  ground: readonly [number, number, number],
): void {
  const radius = Math.max(1, Math.round(THIN * Math.max(size.width, size.height)))
  withArena(() => {
    const chains = chainsOf(alpha, size, radius)
    if (chains.length === 0) return
    const [from, to] = [planesOf(own), planesOf(levels)]
    const far = (i: number): number =>
      Math.max(...from.map((plane, c) => Math.abs(plane[i]! - ground[c]!))) / FAR
    const weight = allocPlane(alpha.length).fill(0)
    for (const i of chains) weight[i] = Math.min(1, far(i)) ** 4 + 1e-6
    const metal = blurAllWithin(from, weight, size, COLOUR_SIGMA)
    colourBySums(metal, from, chains, size, ground)
    const covers = allocPlane(alpha.length).fill(0)
    for (const i of chains) {
      let [along, length] = [0, 0]
      for (let c = 0; c < 3; c++) {
        const apart = metal[c]![i]! - ground[c]!
        along += (from[c]![i]! - ground[c]!) * apart
        length += apart * apart
      }
      const share = Math.min(1, Math.max(0, along / Math.max(1, length)))
      covers[i] = -(share < LEAST ? 0 : share)
    }
    // A closing is the opening of the negated plane.
    const closed = openLevels(covers, size, GAP)
    for (const i of chains) {
      alpha[i] = -closed[i]!
      for (let c = 0; c < 3; c++) to[c]![i] = metal[c]![i]!
    }
  })
}

/**
 * Gives a chain the hue that it has in sum. A JPEG keeps colours at half the size: on a line of a pixel or two they are
 * mixed with those of the ground beside it, which turns gold grey; over its whole breadth nothing of them is lost. The
 * brightness stays. `metal` is changed.
 */
function colourBySums(
  metal: readonly Float32Array[],
  own: readonly Float32Array[],
  chains: readonly number[],
  size: Size,
  ground: readonly [number, number, number],
): void {
  const even = allocPlane(metal[0]!.length).fill(0)
  for (const i of chains) even[i] = 1
  const sums = blurAllWithin(own, even, size, COLOUR_SIGMA)
  for (const i of chains) {
    const apart = (planes: readonly Float32Array[], c: number): number =>
      planes[c]![i]! - ground[c]!
    const light = (planes: readonly Float32Array[]): number =>
      LUMA.reduce((sum, weight, c) => sum + weight * apart(planes, c), 0)
    const whole = light(sums)
    if (Math.abs(whole) < LEAST_SUM) continue
    const by = light(metal) / whole
    if (by <= 0) continue
    for (let c = 0; c < 3; c++) {
      metal[c]![i] = Math.min(255, Math.max(0, ground[c]! + by * apart(sums, c)))
    }
  }
}

function planesOf({ red, green, blue }: Levels): [Float32Array, Float32Array, Float32Array] {
  return [red, green, blue]
}

/** The pixels of chains and beside them: long and thin, and apart from what is broad. */
function chainsOf(alpha: Float32Array, size: Size, radius: number): number[] {
  const broad = openLevels(alpha, size, radius)
  const isBroad = Uint8Array.from(broad, (share) => (share > 0.4 ? 1 : 0))
  const near = growMask(isBroad, size, radius + 1)
  const thin = Uint8Array.from(alpha, (share, i) => (near[i] === 1 || share < 0.1 ? 0 : 1))
  const joined = Float32Array.from(growMask(thin, size, GAP + 1))
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  const longest = LENGTH * Math.max(size.width, size.height)
  return findComponents(joined, size.width, limits)
    .filter(({ pixels }) => {
      const { width, height } = boxOfPixels(pixels, size.width)
      return Math.hypot(width, height) > longest
    })
    .flatMap(({ pixels }) => pixels)
    .filter((i) => near[i] === 0)
}
