import type { Levels } from './product.ts'

/**
 * Levels by which a pixel is as dark as a dark ground, and the share of such in a piece of jewellery at most: of stones
 * on black they are .01 to .06, of what is cut out of velvet with its folds .26.
 */
const CLOTH = { near: 40, most: 0.15 } as const

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
    if (far < CLOTH.near) near++
  }
  return near > CLOTH.most * all
}
