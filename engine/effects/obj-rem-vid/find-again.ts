import { findComponents } from '../../raster/mask/find-components.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { SmallFrame } from '../../video/shrink-frame.ts'
import type { BackgroundMemory } from './background-memory.ts'
import { histogramOf, likelier } from './colour-histogram.ts'
import { type Looks, looksAlike, looksOf } from './object-likeness.ts'
import { AGAIN_BY_COLOUR, AGAIN_LEAST, LEAST_SCORE, LEAST_SIZE, MOST_SIZE } from './tuning.ts'

/**
 * Looks for a lost object in a whole frame: something as large and as coloured as it, with the same colours from top to
 * bottom, where the background that was seen before is covered. Undefined where nothing is like it, or several things
 * are.
 */
export function findAgain(
  frame: SmallFrame,
  looks: Looks,
  background: BackgroundMemory,
): Float32Array | undefined {
  const { width } = frame
  const all = histogramOf(frame, () => 1)!
  const score = new Float32Array(frame.y.length)
  for (let at = 0; at < score.length; at++) {
    const colour = likelier(frame, at, looks.colours, all)
    if (colour <= 0) continue
    score[at] = background.knows(at)
      ? (colour + background.differs(frame, at)) / 2
      : colour * AGAIN_BY_COLOUR
  }
  const found = findComponents(score, width, {
    low: AGAIN_LEAST,
    high: LEAST_SCORE,
    share: 0,
    most: MOST_SIZE * looks.area,
  })
    .filter(({ pixels }) => pixels.length > LEAST_SIZE * looks.area)
    .map(({ pixels }) => {
      const alpha = new Float32Array(score.length)
      for (const at of pixels) alpha[at] = 1
      return alpha
    })
    .filter((alpha) => {
      const own = looksOf(frame, alpha)
      return own !== undefined && looksAlike(looks, own)
    })
  const [only, other] = found
  if (!only || other) return undefined
  const grown = growMask(Uint8Array.from(only), frame, 1)
  return Float32Array.from(grown)
}
