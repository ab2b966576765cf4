import type { Product } from '../../../product/product.ts'
import type { Picture } from '../../../raster/picture.ts'
import type { FittedGarment } from '../fitted-garment.ts'
import type { Wearer } from '../measure/wearer.ts'
import { requireUnfolded } from '../refuse/require-unfolded.ts'
import { closeSlits } from './close-slits.ts'
import { compositeParts } from './composite-parts.ts'
import { coverageOf, drawParts } from './draw-parts.ts'
import { removeOldClothBehindHair } from './remove-old-cloth-behind-hair.ts'
import { replaceUncovered } from './replace-uncovered.ts'

/**
 * Dresses somebody in a fitted garment. What was worn and is not covered is replaced by skin in the neck's opening and
 * by the background beside the person.
 * @throws Fault `pose` or `mismatch` where more than a rim of what was worn would have to be replaced
 */
export function drawGarment(wearer: Wearer, product: Product, fitted: FittedGarment): Picture {
  requireUnfolded(fitted.parts.flatMap(({ meshes }) => meshes))
  const parts = drawParts(wearer, product, fitted)
  const covered = coverageOf(parts, wearer.picture)
  fitted.check?.(covered)
  const out = replaceUncovered(wearer, fitted, covered)
  removeOldClothBehindHair(out, wearer, fitted.instead, covered)
  compositeParts(out, parts, wearer)
  closeSlits(out, fitted.instead, covered)
  return out
}
