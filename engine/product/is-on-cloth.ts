import type { Levels } from './product.ts'
import { DARK_CLOTH } from './tuning.ts'

/** Whether folds and sheen of dark cloth were cut out with what lies on it: much of it is as dark as the ground. */
export function isOnCloth(
  alpha: Float32Array,
  { red, green, blue }: Levels,
  [r, g, b]: readonly [number, number, number],
): boolean {
  let [near, all] = [0, 0]
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! <= 0.5) continue
    all++
    const far = Math.max(Math.abs(red[at]! - r), Math.abs(green[at]! - g), Math.abs(blue[at]! - b))
    if (far < DARK_CLOTH.near) near++
  }
  return near > DARK_CLOTH.most * all
}
