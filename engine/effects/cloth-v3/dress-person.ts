import type { Picture } from '../../raster/picture.ts'
import type { FittedGarment } from './fitted-garment.ts'
import type { Garment } from './garment.ts'
import type { Behind } from './generate/make-up-behind.ts'
import { openWearer, type Subject, type Wearer } from './measure/wearer.ts'
import { requireChange } from './refuse/require-change.ts'
import { FAINT_OUTLINE } from './tuning.ts'
import { drawGarment, layGarment, paintGarment } from './wear/draw-garment.ts'
import { wearLower } from './wear/wear-lower.ts'
import { wearTop } from './wear/wear-top.ts'

/**
 * Dresses somebody in garments, one after the other.
 * @throws Fault `pose`, `mismatch` or `unchanged`
 */
export function dressPerson(subject: Subject, garments: readonly Garment[]): Picture {
  const wearer = wearerOf(subject)
  return garments.reduce((picture, garment) => {
    const fitted = fitGarment({ ...wearer, picture }, garment)
    const dressed = drawGarment({ ...wearer, picture }, garment.product, fitted)
    requireChange(picture, dressed, fitted.instead)
    return dressed
  }, subject.picture)
}

/** What is told of a garment that is as light as the ground it is shown on. */
const FAINT =
  'Parts of the reference are as light as its ground: the edges of what is worn may be uneven there. A picture on a ' +
  'darker ground, or with a mask, has sharp ones.'

/**
 * The same with what is behind the person made up by `behind` where it is asked to.
 * @param tell is called with what is worn otherwise than the references show it, sentence by sentence
 * @throws Fault `pose`, `mismatch` or `unchanged`, and as `behind` does
 */
export async function dressPersonWith(
  subject: Subject,
  garments: readonly Garment[],
  behind: Behind,
  tell: (sentence: string) => void = () => {},
): Promise<Picture> {
  const wearer = wearerOf(subject)
  let { picture } = subject
  for (const garment of garments) {
    const worn = { ...wearer, picture }
    const fitted = fitGarment(worn, garment)
    const laid = layGarment(worn, garment.product, fitted, behind.most)
    const { hole, uncovered } = laid
    const made = hole && (await behind.makeUp(picture, hole, uncovered.isRim))
    const dressed = paintGarment(laid, made)
    requireChange(picture, dressed, fitted.instead)
    for (const sentence of fitted.told ?? []) tell(sentence)
    if ((garment.product.faint ?? 0) > FAINT_OUTLINE.told) tell(FAINT)
    picture = dressed
  }
  return picture
}

function wearerOf({ picture, body, face, regions }: Subject): Wearer {
  return openWearer(picture, body, face, regions)
}

/**
 * How a garment lies on somebody.
 * @throws Fault `pose` or `mismatch`
 */
export function fitGarment(wearer: Wearer, garment: Garment): FittedGarment {
  return 'waist' in garment.shape
    ? wearLower(wearer, garment.shape)
    : wearTop(wearer, garment.shape, garment.kind === 'dress' ? 'dress' : 'top')
}
