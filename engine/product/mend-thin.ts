import type { Size } from '../geometry/size.ts'
import { allocPlane, withArena } from '../raster/arena.ts'
import { luma } from '../raster/colour/luma.ts'
import { blurAllWithin } from '../raster/filter/blur.ts'
import {
  type BitMask,
  bitsAbove,
  growBits,
  hasBit,
  shrinkBits,
  withoutBits,
} from '../raster/mask/bit-mask.ts'
import { findRegions, type Region } from '../raster/mask/find-regions.ts'
import { openLevels } from '../raster/mask/open-levels.ts'
import type { Levels } from './product.ts'
import {
  CHAIN_ALPHA,
  CHAIN_BROAD,
  CHAIN_COLOUR,
  CHAIN_FAR,
  CHAIN_GAP,
  CHAIN_LEAST,
  CHAIN_LENGTH,
  CHAIN_METAL,
  CHAIN_SUM,
  CHAIN_THIN,
} from './tuning.ts'

/**
 * Mends chains: what is only a few pixels wide is mixed with the ground all over, so that its links fall apart where
 * they shine as the ground does, and take its colour. A chain has the colour of those of its pixels that differ most
 * from the ground, and each of them covers what it has of that colour; short gaps are closed. What stands out of the
 * ground nowhere is no chain, but shadow with a line of grain or an edge's fringe in it.
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
  const radius = Math.max(1, Math.round(CHAIN_THIN * Math.max(size.width, size.height)))
  withArena(() => {
    const regions = thinRegions(alpha, size, radius)
    if (regions.length === 0) return
    const thin = joined(regions)
    const [from, to] = [planesOf(own), planesOf(levels)]
    const [[red, green, blue], [r, g, b]] = [from, ground]
    const far = (i: number): number =>
      Math.max(Math.abs(red[i]! - r), Math.abs(green[i]! - g), Math.abs(blue[i]! - b)) / CHAIN_FAR
    const weight = allocPlane(alpha.length).fill(0)
    for (const i of thin) weight[i] = Math.min(1, far(i)) ** 4 + 1e-6
    const metal = blurAllWithin(from, weight, size, CHAIN_COLOUR)
    colourBySums(metal, from, thin, size, ground)
    const chains = joined(regions.filter((pixels) => standsOut(pixels, metal, ground)))
    const covers = allocPlane(alpha.length).fill(0)
    for (const i of chains) {
      let [along, length] = [0, 0]
      for (let c = 0; c < 3; c++) {
        const apart = metal[c]![i]! - ground[c]!
        along += (from[c]![i]! - ground[c]!) * apart
        length += apart * apart
      }
      const share = Math.min(1, Math.max(0, along / Math.max(1, length)))
      covers[i] = -(share < CHAIN_LEAST ? 0 : share)
    }
    // A closing is the opening of the negated plane.
    const closed = openLevels(covers, size, CHAIN_GAP)
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
  chains: Int32Array,
  size: Size,
  ground: readonly [number, number, number],
): void {
  const even = allocPlane(metal[0]!.length).fill(0)
  for (const i of chains) even[i] = 1
  const sums = blurAllWithin(own, even, size, CHAIN_COLOUR)
  for (const i of chains) {
    const apart = (planes: readonly Float32Array[], c: number): number =>
      planes[c]![i]! - ground[c]!
    const light = (planes: readonly Float32Array[]): number =>
      luma(apart(planes, 0), apart(planes, 1), apart(planes, 2))
    const whole = light(sums)
    if (Math.abs(whole) < CHAIN_SUM) continue
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

/** Whether a part has metal somewhere. Of the soft shadow beside an outline all is as light as the shadow itself. */
function standsOut(
  pixels: Int32Array,
  metal: readonly Float32Array[],
  ground: readonly [number, number, number],
): boolean {
  return pixels.some((i) => {
    const apart = (c: number): number => (metal[c]![i]! - ground[c]!) ** 2
    return apart(0) + apart(1) + apart(2) > CHAIN_METAL ** 2
  })
}

/** The pixels of each part that is long and thin and apart from what is broad, and those beside it. */
function thinRegions(alpha: Float32Array, size: Size, radius: number): Int32Array[] {
  // What an opening by the radius leaves is broad. What is left of the shrunken mask is grown by it, and a little more.
  const broad = shrinkBits(bitsAbove(alpha, size, CHAIN_BROAD), radius)
  const near = growBits(broad, 2 * radius + 1)
  const thin = withoutBits(bitsAbove(alpha, size, CHAIN_ALPHA), near)
  const longest = CHAIN_LENGTH * Math.max(size.width, size.height)
  return findRegions(growBits(thin, CHAIN_GAP + 1))
    .filter(({ box }) => Math.hypot(box.width, box.height) > longest)
    .map((region) => pixelsWithout(region, near))
}

/** The pixels of a region that a mask does not cover. */
function pixelsWithout({ runs, count }: Region, mask: BitMask): Int32Array {
  const pixels = new Int32Array(count)
  let used = 0
  for (let run = 0; run < runs.length; run += 2) {
    for (let at = runs[run]!; at < runs[run + 1]!; at++) if (!hasBit(mask, at)) pixels[used++] = at
  }
  return pixels.subarray(0, used)
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const whole = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let used = 0
  for (const part of parts) {
    whole.set(part, used)
    used += part.length
  }
  return whole
}
