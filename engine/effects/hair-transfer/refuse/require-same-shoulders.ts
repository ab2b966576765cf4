import { Fault } from '../../../../catalog/failures/fault.ts'
import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import type { HairLayer } from '../reference/place-hair.ts'
import { ENDS_ASIDE, ENDS_BELOW, LEAST_ENDS, MAX_OFF_SHOULDERS, MAX_ON_CLOTHES } from '../tuning.ts'

/**
 * Whether long hair ends on the wearer's shoulders where it does on the reference's: ends that her shoulders hid have
 * their outline.
 * @throws Fault `pose`
 */
export function requireSameShoulders(wearer: Head, reference: Head, layer: HairLayer): void {
  const before = endsOnBody(reference, reference.hair)
  const after = endsOnBody(wearer, layer)
  const onClothes = besideClothes(wearer, layer) - besideClothes(reference, reference.hair)
  const isAlike = before.share - after.share <= MAX_OFF_SHOULDERS && onClothes <= MAX_ON_CLOTHES
  if (after.ends < LEAST_ENDS || isAlike) return
  throw new Fault(
    'pose',
    'The reference’s long hair ends behind shoulders that lie otherwise than the person’s; a reference whose hair ' +
      'hangs freely or before the shoulders works.',
    { role: 'ref' },
  )
}

/** The length of hair's lower ends below the chin, widths of the face, and what share of them has the body below it. */
function endsOnBody({ frame, regions }: Head, { width, height, alpha }: HairLayer) {
  const gap = Math.max(2, Math.round(ENDS_ASIDE * frame.faceWidth))
  let [ends, onBody] = [0, 0]
  for (let y = 0; y < height - gap; y++) {
    for (let x = 0; x < width; x++) {
      if (alpha[y * width + x]! < 0.5 || alpha[(y + 1) * width + x]! >= 0.5) continue
      if (pixelToHead(frame, x, y).v > -frame.chin - ENDS_BELOW) continue
      ends++
      if (sampleGrid(regions.person, regions.grid, x, y + gap) > 0.5) onBody++
    }
  }
  return { ends: ends / frame.faceWidth, share: ends > 0 ? onBody / ends : 0 }
}

/** The share of the sides of hair below the chin that has clothes beside it. */
function besideClothes({ frame, regions }: Head, { width, height, alpha }: HairLayer): number {
  const gap = Math.max(2, Math.round(ENDS_ASIDE * frame.faceWidth))
  let [sides, beside] = [0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = gap; x < width - gap; x++) {
      const at = y * width + x
      if (alpha[at]! < 0.5 || pixelToHead(frame, x, y).v > -frame.chin) continue
      for (const to of [-1, 1]) {
        if (alpha[at + to]! >= 0.5) continue
        sides++
        if (sampleGrid(regions.cloth, regions.grid, x + to * gap, y) > 0.5) beside++
      }
    }
  }
  return sides > 0 ? beside / sides : 0
}
