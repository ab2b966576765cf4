import { Fault } from '../../../../catalog/failures/fault.ts'
import type { ClothParameters } from '../../../../catalog/features/cloth-v3.ts'
import { cutByModel } from '../../../product/cut-by-model.ts'
import { gridOver, reducePart } from '../../../raster/colour/reduce-part.ts'
import type { Picture } from '../../../raster/picture.ts'
import type { Vision } from '../../../vision/vision.ts'
import type { Garment } from '../garment.ts'
import { findSubject } from '../measure/find-subject.ts'
import { openWearer } from '../measure/wearer.ts'
import { requireCategory } from '../refuse/require-category.ts'
import { WORN_REFERENCE_LEAST, WORN_REFERENCE_MOST } from '../tuning.ts'
import { cutByMask, cutGarment } from './cut-garment.ts'
import { readGarment } from './read-garment.ts'
import { readWornLower } from './read-worn-lower.ts'
import { readWornTop } from './read-worn-top.ts'

type Category = ClothParameters['garment_category']

/**
 * The garments of a reference in the order in which they are put on: one that is shown alone, or what somebody wears in
 * it.
 * @throws Fault `reference` or `mismatch` for what cannot be worn
 */
export async function openGarments(
  reference: Picture,
  category: Category,
  vision: Vision,
  checkpoint: () => Promise<void>,
): Promise<Garment[]> {
  try {
    const garment = readAlone(reference, category)
    requireCategory(category, garment.kind)
    return [garment]
  } catch (error) {
    if (!(error instanceof Fault) || error.condition !== 'reference') throw error
    await checkpoint()
    const worn = await openWorn(reference, category, vision, checkpoint)
    if (worn) return worn
    // Nobody wears it, so that a network cuts out the garment alone.
    const mask = await cutByModel(reference, vision)
    if (!mask) throw error
    const garment = readGarment(cutByMask(reference, mask), category)
    requireCategory(category, garment.kind)
    return [garment]
  }
}

/**
 * A garment that is shown alone: of the ways to cut it out, the first that shows one.
 * @throws Fault `reference` where none does
 */
function readAlone(reference: Picture, category: Category): Garment {
  const [likelier, other] = cutGarment(reference)
  try {
    return readGarment(likelier!, category)
  } catch (error) {
    if (!other || !(error instanceof Fault)) throw error
    try {
      return readGarment(other, category)
    } catch (second) {
      throw second instanceof Fault ? error : second
    }
  }
}

/** What somebody wears in a picture; undefined where nobody does. */
async function openWorn(
  reference: Picture,
  category: Category,
  vision: Vision,
  checkpoint: () => Promise<void>,
): Promise<Garment[] | undefined> {
  const whole = { left: 0, top: 0, width: reference.width, height: reference.height }
  const picture = reducePart(reference, gridOver(whole, WORN_REFERENCE_MOST))
  try {
    const sitter = await findSubject(picture, vision, checkpoint)
    const wearer = openWearer(sitter.picture, sitter.body, sitter.face, sitter.regions)
    if (wearer.torso.shoulders < WORN_REFERENCE_LEAST) {
      throw new Fault(
        'reference',
        'Who wears the garment in the reference is too small to be seen.',
      )
    }
    if (category === 'lower_body') return [readWornLower(wearer)]
    if (category === 'full_body') return [readWornLower(wearer), readWornTop(wearer)]
    return [readWornTop(wearer)]
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.condition === 'target') return undefined
    if (error.condition !== 'pose' && error.condition !== 'several') throw error
    throw new Fault('reference', `Of the garment that is worn in the reference: ${error.message}`, {
      role: 'ref',
      cause: error,
    })
  }
}
