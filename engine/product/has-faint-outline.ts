import type { Size } from '../geometry/size.ts'
import type { Levels } from './product.ts'
import { FAINT_OUTLINE } from './tuning.ts'

/**
 * Whether much of a cut-out's outline is about as light as the ground beside it: silver that mirrors a white ground,
 * which was taken for ground in part, so that what is left of it is torn.
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
  const { reach, levels, most, hueful } = FAINT_OUTLINE
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
  const hue = (at: number): number =>
    Math.max(red[at]! - r, green[at]! - g, blue[at]! - b) -
    Math.min(red[at]! - r, green[at]! - g, blue[at]! - b)
  let [faint, all, coloured, shown] = [0, 0, 0, 0]
  for (let y = reach; y < height - reach; y++) {
    for (let at = y * width + reach; at < (y + 1) * width - reach; at++) {
      if (alpha[at]! <= 0.5) continue
      shown++
      if (hue(at) > hueful.above) coloured++
      const isOpen = (by: number): boolean => alpha[at + by]! <= 0.5
      if (!isOpen(-1) && !isOpen(1) && !isOpen(-width) && !isOpen(width)) continue
      all++
      if (!isClear(at)) faint++
    }
  }
  return faint > most * all && coloured < hueful.most * shown
}
