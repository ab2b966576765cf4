import { Fault } from '../../../../catalog/failures/fault.ts'
import { debugPlane } from '../../../raster/debug.ts'
import { boxOnHead } from '../head/crop-head.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import type { HairLayer } from '../reference/place-hair.ts'
import { MOST_NOTCHED, TEMPLE_NOTCHES } from '../tuning.ts'

/**
 * Whether a fringe goes over into the hair beside the face. Where a hairline lies far back at a temple, or short hair
 * is drawn over long, skin shows in a window between the two.
 * @throws Fault `pose`
 */
export function requireJoinedTemples(wearer: Head, layer: HairLayer): void {
  if (measureNotches(wearer, layer) <= MOST_NOTCHED) return
  throw new Fault(
    'pose',
    'The new hair would leave bare notches at the temples, between fringe and sides; hair that falls beside the face ' +
      'works.',
  )
}

/** The area of skin with new hair above and below it beside the forehead, in squares of the face's width. */
export function measureNotches(
  { picture, frame }: Pick<Head, 'picture' | 'frame'>,
  { width, alpha }: Pick<HairLayer, 'width' | 'alpha'>,
): number {
  const { aside, inner, low, high, hair } = TEMPLE_NOTCHES
  const box = boxOnHead({ picture, frame }, { aside, low, high })
  if (!box) return 0
  const notches = new Float32Array(alpha.length)
  let area = 0
  for (let x = box.left; x < box.left + box.width; x++) {
    // From above: what is bare since hair was last met.
    let [isBelowHair, bare] = [false, 0]
    for (let y = box.top; y < box.top + box.height; y++) {
      const { u, v } = pixelToHead(frame, x + 0.5, y + 0.5)
      if (v < low || v > high || Math.abs(u) < inner || Math.abs(u) > aside) continue
      const at = y * width + x
      if (alpha[at]! <= hair) {
        if (isBelowHair) bare++
        continue
      }
      for (let by = 1; by <= bare; by++) notches[at - by * width] = 1
      area += bare
      isBelowHair = true
      bare = 0
    }
  }
  debugPlane('notches at the temples', notches, picture)
  return area / frame.faceWidth ** 2
}
