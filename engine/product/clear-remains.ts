import type { Size } from '../geometry/size.ts'
import { allocZeroPlane } from '../raster/arena.ts'
import { bitsAbove } from '../raster/mask/bit-mask.ts'
import { countAbove } from '../raster/mask/count-above.ts'
import { fillRuns } from '../raster/mask/fill-runs.ts'
import { findRegions } from '../raster/mask/find-regions.ts'
import type { Levels } from './product.ts'
import { FAINT_MARK, REMAINS } from './tuning.ts'

/**
 * Clears what is left of the ground along a product's outline: grain that a lossy file has there, and marks of a shop
 * that the product lies on. It is nearly as light as the ground, without a hue of its own, partly as opaque as the
 * product is, and lies at the outline with most of its edge. On a light ground silver and clear stones look so, too:
 * there only what is beside a coloured product goes. Alpha is changed.
 * @param levels as they are in the picture
 * @param ground the sRGB levels of the ground
 */
export function clearRemains(
  alpha: Float32Array,
  { red, green, blue }: Levels,
  size: Size,
  [r, g, b]: readonly [number, number, number],
  isDark: boolean,
): void {
  const { visible, solid, hue, mean, opaque, free, coloured } = REMAINS
  const offGround = (at: number): number =>
    Math.max(Math.abs(red[at]! - r), Math.abs(green[at]! - g), Math.abs(blue[at]! - b))
  const hueOf = (at: number): number => {
    const x = red[at]! - r
    const y = green[at]! - g
    const z = blue[at]! - b
    return Math.max(x, y, z) - Math.min(x, y, z)
  }
  if (!isDark && colouredShare(alpha, hueOf) < coloured.least) return
  const faint = allocZeroPlane(alpha.length)
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! < visible) continue
    if (offGround(at) < FAINT_MARK && hueOf(at) < hue) faint[at] = 1
  }
  for (const { count, runs } of findRegions(bitsAbove(faint, size, 0.5))) {
    if (countAbove(alpha, solid, runs) < opaque * count) continue
    if (!isDark && sumOf(runs, offGround) > mean * count) continue
    if (freeShare(runs, faint, alpha, size) > free) fillRuns(alpha, runs, 0)
  }
}

/** The share of the product's pixels that have a hue of their own. */
function colouredShare(alpha: Float32Array, hueOf: (at: number) => number): number {
  let [own, all] = [0, 0]
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! <= 0.5) continue
    all++
    if (hueOf(at) > REMAINS.coloured.above) own++
  }
  return own / Math.max(1, all)
}

function sumOf(runs: Int32Array, value: (at: number) => number): number {
  let sum = 0
  for (let run = 0; run < runs.length; run += 2) {
    for (let at = runs[run]!; at < runs[run + 1]!; at++) sum += value(at)
  }
  return sum
}

/** The share of a region's edge at which nothing of the product is. */
function freeShare(
  runs: Int32Array,
  faint: Float32Array,
  alpha: Float32Array,
  { width }: Size,
): number {
  let [open, edge] = [0, 0]
  const look = (at: number): void => {
    if (faint[at] === 1) return
    edge++
    if (!(alpha[at]! >= REMAINS.visible)) open++
  }
  for (let run = 0; run < runs.length; run += 2) {
    look(runs[run]! - 1)
    look(runs[run + 1]!)
    for (let at = runs[run]!; at < runs[run + 1]!; at++) {
      look(at - width)
      look(at + width)
    }
  }
  return edge === 0 ? 0 : open / edge
}
