import type { FittedGarment } from '../../../../../engine/effects/cloth-v3/fitted-garment.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { holeBeside } from '../../../../../engine/effects/cloth-v3/wear/fill-beside.ts'
import { findUncovered } from '../../../../../engine/effects/cloth-v3/wear/find-uncovered.ts'
import { paintUncovered } from '../../../../../engine/effects/cloth-v3/wear/paint-uncovered.ts'
import type { Picture } from '../../../../../engine/raster/picture.ts'

/**
 * The picture in which what was worn is gone where nothing covers it: skin in the neck's opening, background beside.
 * @param covered the share of each pixel that is covered, 0–1
 * @throws Fault `mismatch` where that is more than a rim
 */
export function replaceUncovered(
  wearer: Wearer,
  fitted: Pick<FittedGarment, 'instead' | 'heights' | 'neckline' | 'byArmhole'>,
  covered: Float32Array,
): Picture {
  const uncovered = findUncovered(wearer, fitted, covered)
  return paintUncovered(wearer, uncovered, holeBeside(wearer, fitted, uncovered))
}
