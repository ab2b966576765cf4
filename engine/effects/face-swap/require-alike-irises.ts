import { Fault } from '../../../catalog/failures/fault.ts'
import type { FaceRegion } from '../../face/face-region.ts'
import type { LabColour } from '../../raster/colour/lab.ts'
import { formula } from '../../raster/formula.ts'
import { irisColours, irisMasks } from './iris-colours.ts'
import { MAX_IRIS_DIFFERENCE } from './tuning.ts'

/**
 * Throws Fault `hidden-face` for a donor whose two irises are of different colours, by the noise or compression of its
 * picture: they would be no pair.
 * @param mask where the donor will be seen, 0–1: irises that stay the target's are not asked
 */
export function requireAlikeIrises(donor: FaceRegion, mask: Float32Array): void {
  const irises = irisMasks(donor)
  for (const iris of irises) restrictToSeen({ iris, mask })
  const [left, right] = irisColours(donor.lab, irises)
  const apart = (axis: 'a' | 'b'): number => Math.abs(strength(left, axis) - strength(right, axis))
  const by = Math.max(apart('a'), apart('b'))
  if (by <= MAX_IRIS_DIFFERENCE) return
  throw new Fault(
    'hidden-face',
    `The eyes of the reference face are of two colours: they differ by ${Math.ceil(100 * by)} % of their ` +
      `lightness; ${100 * MAX_IRIS_DIFFERENCE} % are allowed.`,
    { role: 'ref' },
  )
}

/** A colour grows with its light: that of one eye may lie in the shade. */
function strength(colour: LabColour, axis: 'a' | 'b'): number {
  return colour[axis] / (colour.l + 16)
}

const restrictToSeen = formula({ planes: ['iris', 'mask'] }, 'iris = iris * mask')
