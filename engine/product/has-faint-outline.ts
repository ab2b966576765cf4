import type { Size } from '../geometry/size.ts'
import { bitsAbove, growBits } from '../raster/mask/bit-mask.ts'
import { countAbove } from '../raster/mask/count-above.ts'
import { findRegions } from '../raster/mask/find-regions.ts'
import type { Levels } from './product.ts'
import { FAINT_OUTLINE } from './tuning.ts'

/**
 * Whether much of a cut-out's outline is about as light as the ground beside it, or goes on for some way where nothing
 * changes, across metal that gets darker: silver that mirrors a white ground, which was taken for ground in part, so
 * that what is left of it is torn.
 * Pearls and clear stones on gold are no such: the ground is followed around them by their edges.
 * @param levels as they are in the picture
 * @param ground the sRGB levels of the ground
 */
export function hasFaintOutline(
  alpha: Float32Array,
  { red, green, blue }: Levels,
  { width, height }: Size,
  [r, g, b]: readonly [number, number, number],
): boolean {
  const { reach, levels, most, hueful, tear } = FAINT_OUTLINE
  const standsOut = (at: number): boolean =>
    Math.max(Math.abs(red[at]! - r), Math.abs(green[at]! - g), Math.abs(blue[at]! - b)) >= levels
  const isClear = (at: number): boolean => {
    for (let row = at - reach * width; row <= at + reach * width; row += width) {
      for (let to = row - reach; to <= row + reach; to++) {
        if (alpha[to]! > 0.5 && standsOut(to)) return true
      }
    }
    return false
  }
  const light = (at: number): number => (red[at]! + green[at]! + blue[at]!) / 3
  /** Whether the outline goes through metal in a direction: what is beyond it is shaded, and nothing has an edge. */
  const isTorn = (at: number, by: number): boolean => {
    if (alpha[at + by]! > 0.5 || !(alpha[at + tear.beyond * by]! < 0.5)) return false
    if (!(alpha[at - tear.within * by]! > 0.5)) return false
    const ground = (r + g + b) / 3
    if (ground - light(at + tear.beyond * by) < tear.shaded) return false
    for (let step = -tear.within; step < tear.beyond; step++) {
      if (Math.abs(light(at + (step + 1) * by) - light(at + step * by)) > tear.step) return false
    }
    return true
  }
  const hue = (at: number): number =>
    Math.max(red[at]! - r, green[at]! - g, blue[at]! - b) -
    Math.min(red[at]! - r, green[at]! - g, blue[at]! - b)
  let [coloured, shown] = [0, 0]
  for (let y = reach; y < height - reach; y++) {
    for (let at = y * width + reach; at < (y + 1) * width - reach; at++) {
      if (alpha[at]! <= 0.5) continue
      shown++
      if (hue(at) > hueful.above) coloured++
    }
  }
  if (coloured >= hueful.most * shown) return false
  const torn = new Float32Array(alpha.length)
  let [faint, all] = [0, 0]
  for (let y = reach; y < height - reach; y++) {
    for (let at = y * width + reach; at < (y + 1) * width - reach; at++) {
      if (alpha[at]! <= 0.5) continue
      const isOpen =
        alpha[at - 1]! <= 0.5 ||
        alpha[at + 1]! <= 0.5 ||
        alpha[at - width]! <= 0.5 ||
        alpha[at + width]! <= 0.5
      if (!isOpen) continue
      all++
      if (!isClear(at)) faint++
      if (isTorn(at, -1) || isTorn(at, 1) || isTorn(at, -width) || isTorn(at, width)) torn[at] = 1
    }
  }
  return (
    faint > most * all || longestRun(torn, { width, height }) > tear.run * Math.max(width, height)
  )
}

/** The most pixels of a plane that follow each other, with gaps of a pixel or two. */
function longestRun(plane: Float32Array, size: Size): number {
  const runs = findRegions(growBits(bitsAbove(plane, size, 0.5), 1))
  return runs.reduce((most, region) => Math.max(most, countAbove(plane, 0.5, region.runs)), 0)
}
