import type { Product } from '../../product/product.ts'
import type { Picture } from '../../raster/picture.ts'
import type { FittedGarment } from './fitted-garment.ts'
import type { Garment } from './garment.ts'
import { openWearer, type Subject, type Wearer } from './measure/wearer.ts'
import { requireChange } from './refuse/require-change.ts'
import { requireUnfolded } from './refuse/require-unfolded.ts'
import { closeSlits } from './wear/close-slits.ts'
import { compositeParts } from './wear/composite-parts.ts'
import { coverageOf, drawParts } from './wear/draw-parts.ts'
import { removeOldClothBehindHair } from './wear/remove-old-cloth-behind-hair.ts'
import { replaceUncovered } from './wear/replace-uncovered.ts'
import { wearLower } from './wear/wear-lower.ts'
import { wearTop } from './wear/wear-top.ts'

/**
 * Dresses somebody in garments, one after the other.
 * @throws Fault `pose`, `mismatch` or `unchanged`
 */
export function dressPerson(subject: Subject, garments: readonly Garment[]): Picture {
  const wearer = openWearer(subject.picture, subject.body, subject.face, subject.regions)
  return garments.reduce(
    (picture, garment) => dressInOne({ ...wearer, picture }, garment),
    subject.picture,
  )
}

function dressInOne(wearer: Wearer, garment: Garment): Picture {
  const fitted = fitGarment(wearer, garment)
  const dressed = drawGarment(wearer, garment.product, fitted)
  requireChange(wearer.picture, dressed, fitted.instead)
  return dressed
}

function fitGarment(wearer: Wearer, garment: Garment): FittedGarment {
  return 'waist' in garment.shape
    ? wearLower(wearer, garment.shape)
    : wearTop(wearer, garment.shape, garment.kind === 'dress' ? 'dress' : 'top')
}

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
