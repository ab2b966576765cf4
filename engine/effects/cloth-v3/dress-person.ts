import type { Picture } from '../../raster/picture.ts'
import type { FittedGarment } from './fitted-garment.ts'
import type { Garment } from './garment.ts'
import { openWearer, type Subject, type Wearer } from './measure/wearer.ts'
import { requireChange } from './refuse/require-change.ts'
import { drawGarment } from './wear/draw-garment.ts'
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
