import type { SmallFrame } from '../../video/shrink-frame.ts'
import { type ColourHistogram, histogramOf, likeness } from './colour-histogram.ts'
import { LEAST_COMMON, OBJECT_LIKENESS_BANDS, OBJECT_LIKENESS_MOST_APART } from './tuning.ts'

/** How an object looks, by which it is known again. */
export type Looks = {
  colours: ColourHistogram
  /** Mean Y, U and V of each of its rows of {@link OBJECT_LIKENESS_BANDS}. */
  bands: Float32Array
  /** Pixels. */
  area: number
}

/** What the object looks like where `alpha` is above a half; undefined where there is next to nothing. */
export function looksOf(small: SmallFrame, alpha: Float32Array): Looks | undefined {
  const { width, height, y, u, v } = small
  let [area, top, bottom] = [0, height, -1]
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! <= 0.5) continue
    area++
    const row = Math.floor(at / width)
    top = Math.min(top, row)
    bottom = Math.max(bottom, row)
  }
  const colours = histogramOf(small, (at) => (alpha[at]! > 0.5 ? 1 : 0))
  if (!colours || area < 4) return undefined
  const bands = new Float32Array(3 * OBJECT_LIKENESS_BANDS)
  const counts = new Float32Array(OBJECT_LIKENESS_BANDS)
  for (let at = top * width; at < (bottom + 1) * width; at++) {
    if (alpha[at]! <= 0.5) continue
    const band = Math.floor(
      ((Math.floor(at / width) - top) * OBJECT_LIKENESS_BANDS) / (bottom + 1 - top),
    )
    counts[band] = counts[band]! + 1
    for (const [c, plane] of [y, u, v].entries()) {
      bands[3 * band + c] = bands[3 * band + c]! + plane[at]!
    }
  }
  for (let n = 0; n < bands.length; n++) {
    bands[n] = bands[n]! / Math.max(1, counts[Math.floor(n / 3)]!)
  }
  return { colours, bands, area }
}

/** Whether two looks may be those of one object that is seen whole both times. */
export function looksAlike(one: Looks, other: Looks): boolean {
  if (likeness(one.colours, other.colours) < LEAST_COMMON) return false
  let sum = 0
  for (const [n, value] of one.bands.entries()) sum += Math.abs(value - other.bands[n]!)
  return sum / one.bands.length < OBJECT_LIKENESS_MOST_APART
}
